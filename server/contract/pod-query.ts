import { namespaceName, objectName } from './fragments.ts'
import { listOptions } from './parameters.ts'
import { podPhases } from './pod.ts'

/** filled-in.md §2, GET /api/pods */
export const podListQuery = {
  type: 'object',
  additionalProperties: false,
  dependentRequired: { continue: ['limit'] },
  properties: {
    namespace: { ...namespaceName, description: 'Omitted: all namespaces the service may read' },
    status: {
      type: 'string',
      minLength: 1,
      maxLength: 253,
      description: 'Only Pods of this status, as `CrashLoopBackOff`',
    },
    phase: { type: 'string', enum: podPhases, description: 'Only Pods of this phase' },
    node: { ...objectName, description: 'Only Pods bound to this node' },
    ...listOptions,
  },
} as const

/** api.md §4.2, log query parameters */
export const podLogQuery = {
  type: 'object',
  additionalProperties: false,
  required: ['namespace'],
  properties: {
    namespace: namespaceName,
    container: {
      type: 'string',
      format: 'dns1123-label',
      description: 'Required when the Pod has more than one container',
    },
    follow: { type: 'boolean', default: false, description: 'Stay open and stream what comes' },
    tail: {
      type: 'integer',
      minimum: 0,
      maximum: 10_000,
      default: 100,
      description: 'Lines from the end; 0: none',
    },
    since: {
      type: 'string',
      format: 'duration',
      description: 'Not older than this: `90s`, `5m`, `1h30m`, `2d`',
    },
    previous: { type: 'boolean', default: false, description: "The container's instance before this one" },
    timestamps: { type: 'boolean', default: false, description: 'Each line begins with its time' },
  },
} as const

import { namespaceName, objectName } from '../../api/schemas/common.ts'
import { listOptions } from '../../api/schemas/parameters.ts'
import { podPhases } from './schema.ts'

/** Query of GET /api/pods. */
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

/** Query of GET /api/pods/{name}/logs. */
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

import { namespaceName } from '../../api/schemas/common.ts'

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

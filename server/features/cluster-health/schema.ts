import type { FromSchema } from 'json-schema-to-ts'

const text = { type: 'string' } as const

/** Response of GET /api/cluster-health. */
export const clusterHealth = {
  title: 'ClusterHealth',
  type: 'object',
  additionalProperties: false,
  required: ['status', 'score', 'context', 'components', 'factors', 'issues'],
  properties: {
    status: {
      enum: ['healthy', 'warning', 'critical', 'unreachable'],
      description:
        '`critical` if a component or half of the nodes fail, `warning` for less, `unreachable` if the API server does not answer',
    },
    score: {
      type: 'integer',
      minimum: 0,
      maximum: 100,
      description:
        '100, less 60 times the share of nodes that are not ready, 30 for each component that fails, and 10 for each that works in part',
    },
    factors: {
      type: 'array',
      items: {
        title: 'ClusterHealthFactor',
        type: 'object',
        additionalProperties: false,
        required: ['factor', 'points'],
        properties: { factor: text, points: { type: 'number', description: 'Rounded to a tenth' } },
      },
      description: 'The points that the score has lost, by component',
    },
    context: text,
    serverVersion: { ...text, description: 'Absent while the API server does not answer' },
    components: {
      type: 'array',
      items: {
        title: 'ClusterComponent',
        type: 'object',
        additionalProperties: false,
        required: ['name', 'status', 'message'],
        properties: {
          name: text,
          status: { enum: ['healthy', 'warning', 'critical', 'unknown'] },
          message: text,
        },
      },
      description:
        'The API server, the nodes, and what runs in namespace `kube-system`. `unknown`: its Pods may not be read, or there are none, as where a provider runs the control plane',
    },
    issues: {
      type: 'array',
      items: {
        title: 'ClusterIssue',
        type: 'object',
        additionalProperties: false,
        required: ['severity', 'kind', 'name', 'message'],
        properties: {
          rule: {
            ...text,
            description: 'Name of the rule of the diagnosis; absent: judged by the component’s Pods',
          },
          severity: { enum: ['warning', 'critical'] },
          kind: { ...text, examples: ['Node', 'Pod'] },
          name: text,
          namespace: text,
          message: text,
        },
      },
      description:
        'Nodes and Pods of components that are not ready, then findings of the diagnosis about other objects; at most 100',
    },
  },
} as const

export type ClusterHealthReport = FromSchema<typeof clusterHealth>
export type ClusterComponent = ClusterHealthReport['components'][number]
export type ClusterIssue = ClusterHealthReport['issues'][number]

import type { FromSchema } from 'json-schema-to-ts'
import { namespaceName } from '../../api/schemas/common.ts'
import { unavailableSection } from '../../api/schemas/unavailable.ts'

const text = { type: 'string' } as const
const count = { type: 'integer', minimum: 0 } as const
const countOrNull = { type: ['integer', 'null'], minimum: 0 } as const

export const summaryQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    namespace: {
      ...namespaceName,
      description:
        'Omitted: all namespaces the service may read. Nodes and PersistentVolumes are counted in the whole cluster',
    },
  },
} as const

const deploymentCounts = {
  title: 'DeploymentCounts',
  type: ['object', 'null'],
  additionalProperties: false,
  required: ['total', 'available', 'progressing', 'degraded'],
  properties: { total: count, available: count, progressing: count, degraded: count },
  description: 'By `status` of the list; paused Deployments are in `total` alone',
} as const

const podCounts = {
  title: 'PodCounts',
  type: ['object', 'null'],
  additionalProperties: false,
  required: ['total', 'running', 'pending', 'succeeded', 'failed', 'crashLooping'],
  properties: {
    total: count,
    running: count,
    pending: count,
    succeeded: count,
    failed: count,
    crashLooping: { ...count, description: 'Pods with the status CrashLoopBackOff' },
  },
  description:
    'By `phase`. Pods of unknown phase are in `total` alone; those in `crashLooping` are in the count of their phase too',
} as const

const readyProperties = { total: count, ready: count, notReady: count } as const
const readyRequired = ['total', 'ready', 'notReady'] as const

const nodeCounts = {
  title: 'NodeCounts',
  type: ['object', 'null'],
  additionalProperties: false,
  required: readyRequired,
  properties: readyProperties,
  description: 'By `status` of the list; a Node of unknown status is not ready',
} as const

const workloadCounts = {
  title: 'WorkloadCounts',
  type: ['object', 'null'],
  additionalProperties: false,
  required: readyRequired,
  properties: readyProperties,
  description: 'Ready: every desired Pod is ready',
} as const

const jobCounts = {
  title: 'JobCounts',
  type: ['object', 'null'],
  additionalProperties: false,
  required: ['total', 'active', 'succeeded', 'failed'],
  properties: {
    total: count,
    active: { ...count, description: 'Jobs with the status Pending or Running' },
    succeeded: { ...count, description: 'Jobs with the status Complete' },
    failed: count,
  },
  description: 'Suspended Jobs are in `total` alone',
} as const

const cronJobCounts = {
  title: 'CronJobCounts',
  type: ['object', 'null'],
  additionalProperties: false,
  required: ['total', 'active', 'suspended'],
  properties: {
    total: count,
    active: { ...count, description: 'CronJobs that are not suspended' },
    suspended: count,
  },
} as const

const volumeCounts = {
  title: 'PersistentVolumeCounts',
  type: ['object', 'null'],
  additionalProperties: false,
  required: ['total', 'bound'],
  properties: { total: count, bound: count },
} as const

const healthIssue = {
  title: 'HealthIssue',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'rule', 'severity', 'kind', 'name', 'message'],
  properties: {
    id: text,
    rule: { ...text, description: 'Name of the rule, as `image-not-found`' },
    severity: { type: 'string', enum: ['critical', 'warning', 'info'] },
    kind: { ...text, description: 'Kind of the object, as `Node`' },
    name: text,
    namespace: text,
    message: text,
  },
} as const

const health = {
  title: 'HealthSummary',
  type: 'object',
  additionalProperties: false,
  required: ['status', 'partial', 'factors', 'issues', 'total'],
  properties: {
    score: {
      type: 'integer',
      minimum: 0,
      maximum: 100,
      description: '100 less the points of `factors`, rounded down; absent with the status `unknown`',
    },
    status: {
      type: 'string',
      enum: ['healthy', 'warning', 'critical', 'unknown'],
      description: '`healthy` from 80, `warning` from 50; `unknown` if nothing that counts could be read',
    },
    partial: {
      type: 'boolean',
      description: 'Whether a section that counts could not be read, or the diagnosis is not complete',
    },
    factors: {
      type: 'array',
      items: {
        title: 'HealthFactor',
        type: 'object',
        additionalProperties: false,
        required: ['factor', 'points'],
        properties: { factor: text, points: { type: 'number', description: 'Rounded to a tenth' } },
      },
      description:
        'Nodes not ready: 40 by their share, at least 10, and only without `namespace`. Workloads not available: 30 by their share. Pods that crash or whose images cannot be pulled: 20 by their share, at least 3. Pods that cannot be scheduled: 15 by their share. Critical findings: 30 if the cluster’s DNS is unavailable, 10 if a claim is not bound, and 5 each, at most 15, for kinds that are not counted',
    },
    issues: {
      type: 'array',
      items: healthIssue,
      description: 'Findings of the diagnosis, causes only, the most severe first, at most 100',
    },
    total: { ...count, description: 'Number of issues' },
  },
} as const

/** Response of GET /api/dashboard/summary. */
export const dashboardSummary = {
  title: 'DashboardSummary',
  type: 'object',
  additionalProperties: false,
  required: [
    'deployments',
    'pods',
    'nodes',
    'statefulsets',
    'daemonsets',
    'jobs',
    'cronjobs',
    'services',
    'ingress',
    'configmaps',
    'secrets',
    'hpa',
    'pvs',
    'health',
    'unavailable',
  ],
  properties: {
    deployments: deploymentCounts,
    pods: podCounts,
    nodes: nodeCounts,
    statefulsets: workloadCounts,
    daemonsets: workloadCounts,
    jobs: jobCounts,
    cronjobs: cronJobCounts,
    services: countOrNull,
    ingress: countOrNull,
    configmaps: countOrNull,
    secrets: countOrNull,
    hpa: countOrNull,
    pvs: volumeCounts,
    health,
    unavailable: {
      type: 'array',
      items: unavailableSection,
      description: 'The sections that could not be read: they are null',
    },
    syncing: {
      type: 'array',
      items: text,
      description:
        'Sections that were still being read after 3 s: they are null; ask again. `diagnosis` stands for the issues. Absent if there are none',
    },
  },
} as const

export type DashboardSummary = FromSchema<typeof dashboardSummary>
export type HealthSummary = DashboardSummary['health']
export type PodCounts = NonNullable<DashboardSummary['pods']>

import { defineRoute } from '../../api/define-route.ts'
import type { SerializedBody } from '../../core/serialized-body.ts'
import { right } from '../../kinds/define-kind.ts'
import type { Right } from '../../kinds/rbac-table.ts'
import { summarizedKinds } from './read-summary.ts'
import { dashboardSummary, summaryQuery, type DashboardSummary } from './summary-schema.ts'

interface Scope {
  readonly overview: {
    readonly summary: (namespace: string | undefined) => Promise<SerializedBody<DashboardSummary>>
  }
}

const ready = { total: 3, ready: 3, notReady: 0 } as const

export const summaryRoute = defineRoute({
  method: 'GET',
  path: '/api/dashboard/summary',
  summary: 'Get the numbers of objects and the health',
  operationId: 'getDashboardSummary',
  description:
    'Counts from the caches. A section that may not be read, or failed, is null and named in `unavailable`; 403 if all are denied. A section whose first list takes more than 3 s is null and named in `syncing`. Where the rights of the caller count and all kinds of namespaces are denied in all of them, `namespace` is required: 400.',
  query: summaryQuery,
  response: dashboardSummary,
  example: {
    deployments: { total: 5, available: 4, progressing: 0, degraded: 1 },
    pods: { total: 20, running: 18, pending: 1, succeeded: 1, failed: 0, crashLooping: 1 },
    nodes: ready,
    statefulsets: ready,
    daemonsets: ready,
    jobs: { total: 2, active: 1, succeeded: 1, failed: 0 },
    cronjobs: { total: 1, active: 1, suspended: 0 },
    services: 7,
    ingress: 1,
    configmaps: 12,
    secrets: null,
    hpa: 1,
    pvs: { total: 2, bound: 2 },
    health: {
      score: 94,
      status: 'healthy',
      partial: false,
      factors: [
        { factor: 'workloads', points: 2.7 },
        { factor: 'failingPods', points: 3 },
      ],
      issues: [
        {
          id: 'image-not-found/Deployment/shop/web/registry.example.com/web:2',
          rule: 'image-not-found',
          severity: 'critical',
          kind: 'Deployment',
          name: 'web',
          namespace: 'shop',
          message: 'Container "app" cannot start: the registry has no image registry.example.com/web:2.',
        },
      ],
      total: 1,
    },
    unavailable: [{ section: 'secrets', code: 'FORBIDDEN', error: 'secrets is forbidden: …' }],
  },
  audience: 'cluster-authorized',
  partial: true,
  cacheable: true,
  access: summarizedKinds.map((kind) => right('list', kind) as Right),
  handle: async ({ query: { namespace } }, { overview }: Scope) => overview.summary(namespace),
})

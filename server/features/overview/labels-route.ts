import { defineRoute } from '../../api/define-route.ts'
import { right } from '../../kinds/define-kind.ts'
import type { Right } from '../../kinds/rbac-table.ts'
import { labelList, labelsQuery, type LabelList } from './labels-schema.ts'
import { workloadKinds, type LabelsQuery } from './read-labels.ts'

interface Scope {
  readonly overview: { readonly labels: (query: LabelsQuery) => Promise<LabelList> }
}

export const labelsRoute = defineRoute({
  method: 'GET',
  path: '/api/labels',
  summary: 'List the labels of workloads and Pods',
  operationId: 'listLabels',
  description:
    'Counts the labels of Deployments, StatefulSets, DaemonSets, Jobs, CronJobs and Pods. A kind that may not be listed is named in `unavailable`, and 403 if all are. Where the rights of the caller count and all kinds are denied in all namespaces, `namespace` is required: 400.',
  query: labelsQuery,
  response: labelList,
  example: {
    labels: [
      {
        key: 'app',
        values: [
          { value: 'storefront', count: 4 },
          { value: 'cart', count: 2 },
        ],
        totalCount: 6,
        resourceTypes: ['deployments', 'pods'],
      },
    ],
    totalResources: 9,
    unavailable: [],
  },
  audience: 'cluster-authorized',
  partial: true,
  access: workloadKinds.map((kind) => right('list', kind) as Right),
  handle: async ({ query: { namespace, selector } }, { overview }: Scope) =>
    overview.labels({ namespace, selector }),
})

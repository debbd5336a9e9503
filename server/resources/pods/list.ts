import { Encoded } from '../../http/route.ts'
import type { Cluster, ListQuery } from '../../kube/cluster.ts'
import { pods } from '../../kube/kinds.ts'
import { podSummaryView } from './view.ts'

interface Filters extends Omit<ListQuery, 'fieldSelector'> {
  status?: string
  phase?: string
  node?: string
}

/**
 * Lists Pods. Phase and node are fields the API server selects by; `status` is computed, so it is looked at here, and a
 * page may then be shorter than its limit and may know no `remaining`. `now` in milliseconds since 1970.
 */
export async function listPods(cluster: Cluster, filters: Filters, now: number) {
  const { status, phase, node, ...query } = filters
  const fields = [
    ...(phase === undefined ? [] : [`status.phase=${phase}`]),
    ...(node === undefined ? [] : [`spec.nodeName=${node}`]),
  ]
  const selected = fields.length === 0 ? query : { ...query, fieldSelector: fields.join(',') }
  const filter =
    status === undefined
      ? {}
      : { filter: { key: status, keeps: (pod: { status: string }) => pod.status === status } }
  const options = { field: 'pods', view: podSummaryView, now, ...filter } as const
  return new Encoded(await cluster.listing(pods, selected, options))
}

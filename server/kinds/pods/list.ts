import type { Cluster, ListQuery } from '../../cluster/read/cluster.ts'
import { pods } from '../../cluster/kinds.ts'
import { podSummaryProjection } from './projections.ts'

interface Filters extends Omit<ListQuery, 'fieldSelector'> {
  status?: string
  phase?: string
  node?: string
}

/**
 * Lists Pods. The API server selects by phase and node; `status` is computed, so it is filtered here, and a
 * page may then be shorter than its limit and lack `remaining`. `now` in milliseconds since 1970.
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
  const options = { field: 'pods', view: podSummaryProjection, now, ...filter } as const
  return cluster.listing(pods, selected, options)
}

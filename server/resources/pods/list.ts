import type { Cluster, ListQuery } from '../../kube/cluster.ts'
import { pods } from '../../kube/kinds.ts'
import { pageOf } from '../cut.ts'
import { podSummary } from './view.ts'

interface Filters extends Omit<ListQuery, 'fieldSelector'> {
  status?: string
  phase?: string
  node?: string
}

/**
 * Lists Pods. Phase and node are fields the API server selects by; `status` is computed, so it is looked at here, and a
 * page may then be shorter than its limit and knows no `remaining`.
 */
export async function listPods(cluster: Cluster, filters: Filters) {
  const { status, phase, node, ...query } = filters
  const fields = [
    ...(phase === undefined ? [] : [`status.phase=${phase}`]),
    ...(node === undefined ? [] : [`spec.nodeName=${node}`]),
  ]
  const selected = fields.length === 0 ? query : { ...query, fieldSelector: fields.join(',') }
  const page = await cluster.list(pods, selected, (pod) => {
    const seen = podSummary(pod)
    return status === undefined || seen.status === status ? seen : undefined
  })
  const { remaining, ...rest } = pageOf(page)
  return {
    pods: page.items,
    ...rest,
    ...(remaining === undefined || status !== undefined ? {} : { remaining }),
  }
}

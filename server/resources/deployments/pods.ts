import type { Cluster } from '../../kube/cluster.ts'
import { deployments, pods, replicaSets } from '../../kube/kinds.ts'
import type { LabelSelector } from '../../kube/objects.ts'
import { cutAfter, type Cut, type Page } from '../cut.ts'
import { podOfDeployment } from '../pods/view.ts'

/**
 * The Pods of a Deployment by ownership: those controlled by a ReplicaSet that the Deployment controls. Its selector only
 * narrows what is read, as it does for the Deployment controller (a Pod that no longer matches has been released).
 */
export async function podsOf(
  cluster: Cluster,
  ref: { name: string; namespace: string },
  query: Cut & { labelSelector?: string },
): Promise<Page<ReturnType<typeof podOfDeployment>>> {
  const { namespace } = ref
  const deployment = await cluster.get(deployments, ref)
  const own = selectorText(deployment.spec?.selector)
  const controlledBy = await cluster.list(
    replicaSets,
    { namespace, labelSelector: own, controlledBy: [deployment.metadata.uid] },
    (set) => set.metadata.uid,
  )
  const labelSelector = query.labelSelector === undefined ? own : `${own},${query.labelSelector}`
  const found = await cluster.list(pods, { namespace, labelSelector, controlledBy }, podOfDeployment)
  return cutAfter(found, (pod) => pod.name, ['pods', namespace, ref.name, query.labelSelector ?? ''], query)
}

const OPERATORS: Readonly<Record<string, (key: string, values: readonly string[]) => string>> = {
  In: (key, values) => `${key} in (${values.join(',')})`,
  NotIn: (key, values) => `${key} notin (${values.join(',')})`,
  Exists: (key) => key,
  DoesNotExist: (key) => `!${key}`,
}

/** A workload's selector as the text a list takes. Source: meta/v1, LabelSelectorAsSelector. */
export function selectorText(selector: LabelSelector | null | undefined): string {
  const labels = Object.entries(selector?.matchLabels ?? {}).map(([key, value]) => `${key}=${value}`)
  const expressions = (selector?.matchExpressions ?? []).map(
    ({ key, operator, values }) => OPERATORS[operator]?.(key, values ?? []) ?? key,
  )
  return [...labels, ...expressions].join(',')
}

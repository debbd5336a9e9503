import type { Cluster } from '../../cluster/read/cluster.ts'
import { readObject } from '../../cluster/malformed-object.ts'
import type { Kind } from '../../cluster/kind.ts'
import type { LabelSelector } from '../../cluster/objects.ts'
import { paginate, type PageRequest, type Page } from '../shared/paginate.ts'
import type { Pod } from '../pods/model.ts'
import { podOfDeployment } from '../pods/projections.ts'
import { podOfDeployment as podSchema } from '../pods/schema.ts'
import { checked } from '../shared/checked.ts'
import type { ReplicaSet } from '../replicasets/model.ts'
import type { Deployment } from './model.ts'

/** The kinds that lead from a Deployment to its Pods. */
export interface OwnershipKinds {
  readonly deployments: Kind<Deployment>
  readonly replicaSets: Kind<ReplicaSet>
  readonly pods: Kind<Pod>
}

const checkedPod = checked('Pod', podSchema, podOfDeployment)

/**
 * Lists the Pods of a Deployment by ownership: Pods whose controller is a ReplicaSet that the Deployment
 * controls. The selector only narrows the list, as for the Deployment controller (a Pod that no longer
 * matches has been released).
 */
export async function listDeploymentPods(
  cluster: Cluster,
  { deployments, replicaSets, pods }: OwnershipKinds,
  ref: { name: string; namespace: string },
  query: PageRequest & { labelSelector?: string },
): Promise<Page<ReturnType<typeof podOfDeployment>>> {
  const { namespace } = ref
  const deployment = await cluster.get(deployments, ref)
  const own = readObject('Deployment', deployment, ({ spec }) => selectorText(spec?.selector))
  const controlledBy = await cluster.list(
    replicaSets,
    { namespace, labelSelector: own, controlledBy: [deployment.metadata.uid] },
    (set) => set.metadata.uid,
  )
  const labelSelector = query.labelSelector === undefined ? own : `${own},${query.labelSelector}`
  const found = await cluster.list(pods, { namespace, labelSelector, controlledBy }, checkedPod)
  return paginate(found, (pod) => pod.name, ['pods', namespace, ref.name, query.labelSelector ?? ''], query)
}

const OPERATORS: Readonly<Record<string, (key: string, values: readonly string[]) => string>> = {
  In: (key, values) => `${key} in (${values.join(',')})`,
  NotIn: (key, values) => `${key} notin (${values.join(',')})`,
  Exists: (key) => key,
  DoesNotExist: (key) => `!${key}`,
}

/** Converts a workload's selector to a list's labelSelector. Source: meta/v1, LabelSelectorAsSelector. */
export function selectorText(selector: LabelSelector | null | undefined): string {
  const labels = Object.entries(selector?.matchLabels ?? {}).map(([key, value]) => `${key}=${value}`)
  const expressions = (selector?.matchExpressions ?? []).map(
    ({ key, operator, values }) =>
      (Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator]?.(key, values ?? []) : undefined) ?? key,
  )
  return [...labels, ...expressions].join(',')
}

import { inNamespace } from '../cluster/client/api-call.ts'
import { deployments } from '../kinds/deployments/kind.ts'
import type { Deployment } from '../kinds/deployments/model.ts'
import type { KubernetesObject } from '../kinds/define-kind.ts'
import { pods } from '../kinds/pods/kind.ts'
import type { Pod } from '../kinds/pods/model.ts'
import { replicaSets } from '../kinds/replicasets/kind.ts'
import type { ReplicaSet } from '../kinds/replicasets/model.ts'
import { conditionOf } from '../kinds/shared/conditions.ts'
import type { Facts } from './facts.ts'
import type { Finding } from './finding.ts'

/** Maximum number of Pods of a workload that rules look at. */
const MAX_PODS = 50
const REVISION = 'deployment.kubernetes.io/revision'

/** Returns the ReplicaSets of a Deployment, the newest revision first. */
export function replicaSetsOf(deployment: Deployment, facts: Facts): readonly ReplicaSet[] {
  return newestFirst(
    facts.list(replicaSets, { ...inNamespaceOf(deployment), controlledBy: deployment.metadata.uid }),
  )
}

/** Returns ReplicaSets of one Deployment, the newest revision first. */
export function newestFirst(all: readonly ReplicaSet[]): readonly ReplicaSet[] {
  return all.toSorted((one, other) => revisionOf(other) - revisionOf(one))
}

function revisionOf({ metadata }: ReplicaSet): number {
  return Number(metadata.annotations?.[REVISION] ?? 0)
}

/** Returns the findings of ReplicaSets and their Pods, which explain what is wrong with their Deployment. */
export function findingsOfReplicaSets(all: readonly ReplicaSet[], facts: Facts): readonly Finding[] {
  const podsOf = (replicaSet: ReplicaSet) => facts.optional(() => ownedPods(replicaSet, facts)) ?? []
  return facts
    .together(all, (replicaSet) => [replicaSet, podsOf(replicaSet)] as const)
    .flatMap(([replicaSet, owned]) => [
      ...facts.findings(replicaSets, replicaSet),
      ...findingsOfPods(owned, facts),
    ])
}

/** Returns the findings of a Deployment, its newest ReplicaSet and the Pods of that. */
export function findingsOfDeployment(deployment: Deployment, facts: Facts): readonly Finding[] {
  const newest = (facts.optional(() => replicaSetsOf(deployment, facts)) ?? []).slice(0, 1)
  return [...facts.findings(deployments, deployment), ...findingsOfReplicaSets(newest, facts)]
}

/** Returns the Pods that a workload controls, at most 50. */
export function ownedPods(owner: KubernetesObject, facts: Facts): readonly Pod[] {
  return facts.list(pods, { ...inNamespaceOf(owner), controlledBy: owner.metadata.uid }).slice(0, MAX_PODS)
}

/** Returns the Pods of a workload that are not ready, at most 50. */
export function unreadyPods(owner: KubernetesObject, facts: Facts): readonly Pod[] {
  return facts
    .list(pods, { ...inNamespaceOf(owner), controlledBy: owner.metadata.uid })
    .filter((pod) => unreadySince(pod) !== undefined)
    .slice(0, MAX_PODS)
}

/** Returns the time since which a Pod is not ready; undefined for one that is ready. */
export function unreadySince(pod: Pod): string | undefined {
  const ready = conditionOf(pod, 'Ready')
  if (ready?.status === 'True') return undefined
  return ready?.lastTransitionTime ?? pod.metadata.creationTimestamp
}

/** Returns the findings of Pods, which explain what is wrong with their owner. */
export function findingsOfPods(all: readonly Pod[], facts: Facts): readonly Finding[] {
  return all.flatMap((pod) => facts.findings(pods, pod))
}

/** Returns the namespace of an object as a selection. */
export function inNamespaceOf({ metadata: { namespace } }: KubernetesObject): {
  readonly namespace?: string
} {
  return inNamespace(namespace)
}

import type { Kind } from '../cluster/kind.ts'
import { cronJobs } from '../kinds/cronjobs/kind.ts'
import { daemonSets } from '../kinds/daemonsets/kind.ts'
import type { KubernetesObject } from '../kinds/define-kind.ts'
import { deployments } from '../kinds/deployments/kind.ts'
import { jobs } from '../kinds/jobs/kind.ts'
import { replicaSets } from '../kinds/replicasets/kind.ts'
import { statefulSets } from '../kinds/statefulsets/kind.ts'
import { kindKey, type Facts } from './facts.ts'
import type { Finding } from './finding.ts'
import {
  findingsOfPods,
  findingsOfReplicaSets,
  inNamespaceOf,
  ownedPods,
  replicaSetsOf,
} from './owned-pods.ts'

/** Kinds that control Pods themselves. */
const ofPods: ReadonlySet<string> = new Set([replicaSets, statefulSets, daemonSets, jobs].map(kindKey))
/** Maximum number of Jobs of a CronJob, the newest of those that it keeps. */
const MAX_JOBS = 10

/** Returns the findings of what an object controls: its Pods, and the ReplicaSets or Jobs between. */
export function findingsOfOwned(
  kind: Kind<KubernetesObject>,
  object: KubernetesObject,
  facts: Facts,
): readonly Finding[] {
  const key = kindKey(kind)
  if (key === kindKey(deployments))
    return findingsOfReplicaSets(
      replicaSetsOf(object, facts).filter(({ spec }) => (spec?.replicas ?? 1) > 0),
      facts,
    )
  if (key === kindKey(cronJobs)) return findingsOfJobs(object, facts)
  return ofPods.has(key) ? findingsOfPods(ownedPods(object, facts), facts) : []
}

function findingsOfJobs(cronJob: KubernetesObject, facts: Facts): readonly Finding[] {
  return facts
    .list(jobs, { ...inNamespaceOf(cronJob), controlledBy: cronJob.metadata.uid })
    .toSorted((one, other) => (createdAt(one) < createdAt(other) ? 1 : -1))
    .slice(0, MAX_JOBS)
    .flatMap((job) => facts.findings(jobs, job))
}

function createdAt({ metadata }: KubernetesObject): string {
  return metadata.creationTimestamp ?? ''
}

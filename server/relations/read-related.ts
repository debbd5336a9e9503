import type { Cluster } from '../cluster/read/cluster.ts'
import { projectionOf } from '../cluster/read/memoized-view.ts'
import type { KubernetesObject } from '../kinds/define-kind.ts'
import { cronJobs } from '../kinds/cronjobs/kind.ts'
import { daemonSets } from '../kinds/daemonsets/kind.ts'
import { deployments } from '../kinds/deployments/kind.ts'
import { horizontalPodAutoscalers } from '../kinds/horizontalpodautoscalers/kind.ts'
import { ingresses } from '../kinds/ingresses/kind.ts'
import { jobs } from '../kinds/jobs/kind.ts'
import { networkPolicies } from '../kinds/networkpolicies/kind.ts'
import { persistentVolumeClaims } from '../kinds/persistentvolumeclaims/kind.ts'
import { persistentVolumes } from '../kinds/persistentvolumes/kind.ts'
import { podDisruptionBudgets } from '../kinds/poddisruptionbudgets/kind.ts'
import { nodes } from '../kinds/nodes/kind.ts'
import { configMaps } from '../kinds/configmaps/kind.ts'
import { secrets } from '../kinds/secrets/kind.ts'
import { storageClasses } from '../kinds/storageclasses/kind.ts'
import { pods } from '../kinds/pods/kind.ts'
import { replicaSets } from '../kinds/replicasets/kind.ts'
import { serviceAccounts } from '../kinds/serviceaccounts/kind.ts'
import { services } from '../kinds/services/kind.ts'
import { statefulSets } from '../kinds/statefulsets/kind.ts'
import { EntryReader } from './entry-reader.ts'
import { managedBy } from './managed-by.ts'
import {
  controlled,
  referrers,
  routes,
  running,
  selected,
  selectors,
  users,
  type FindRelated,
} from './referrers.ts'
import { relationView, type PathKind } from './relation-entry.ts'
import { MAX_RELATED, type Related, type RelatedObject } from './schema.ts'

/** Workloads and Pods, which use configuration, storage and identities. */
const workloads = [deployments, statefulSets, daemonSets, cronJobs, replicaSets, jobs, pods] as const

const ofPods = [selectors(services, podDisruptionBudgets, networkPolicies), routes(ingresses, services)]
const scaled = referrers(horizontalPodAutoscalers)
const selectsPods = selected(pods)

/** Objects that name an object of a kind, or that it controls or selects, by the kind's name in paths. */
const found: Readonly<Record<string, readonly FindRelated[]>> = {
  [deployments.path]: [controlled(replicaSets, pods), ...ofPods, scaled],
  [replicaSets.path]: [controlled(pods), ...ofPods, scaled],
  [statefulSets.path]: [controlled(pods), ...ofPods, scaled],
  [daemonSets.path]: [controlled(pods), ...ofPods],
  [jobs.path]: [controlled(pods), ...ofPods],
  [cronJobs.path]: [controlled(jobs, pods), ...ofPods],
  [pods.path]: ofPods,
  [nodes.path]: [running(pods)],
  [services.path]: [selectsPods, referrers(ingresses, statefulSets)],
  [podDisruptionBudgets.path]: [selectsPods],
  [networkPolicies.path]: [selectsPods],
  [configMaps.path]: [users(...workloads)],
  [secrets.path]: [users(...workloads, serviceAccounts, ingresses)],
  [serviceAccounts.path]: [users(...workloads)],
  [persistentVolumeClaims.path]: [users(...workloads)],
  [persistentVolumes.path]: [referrers(persistentVolumeClaims)],
  [storageClasses.path]: [referrers(persistentVolumeClaims, persistentVolumes)],
}

/** Returns the objects that are related to an object, and the tool that manages it. */
export async function readRelated(
  cluster: Cluster,
  kind: PathKind,
  object: KubernetesObject,
): Promise<Related> {
  const entry = projectionOf(relationView(kind))(object)
  if (entry === undefined) return { related: [] }
  const reader = new EntryReader(cluster)
  const reverse = await Promise.all((found[kind.path] ?? []).map(async (find) => find(entry, reader)))
  const { unavailable } = reader
  const manager = managedBy(object.metadata)
  return {
    related: limited([...entry.references, ...reverse.flat()]),
    ...(unavailable.length === 0 ? {} : { relatedUnavailable: [...unavailable] }),
    ...(manager === undefined ? {} : { managedBy: manager }),
  }
}

/** Returns each object once, and of each relation and kind at most 50. */
function limited(all: readonly RelatedObject[]): RelatedObject[] {
  const counts = new Map<string, number>()
  const unique = new Map(all.map((one) => [JSON.stringify(one), one])).values()
  return [...unique].filter(({ relation, kind }) => {
    const key = `${relation} ${kind}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= MAX_RELATED
  })
}

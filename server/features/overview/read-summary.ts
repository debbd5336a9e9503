import { inNamespace } from '../../cluster/client/api-call.ts'
import type { Kind } from '../../cluster/kind.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import { MemoizedView } from '../../cluster/read/memoized-view.ts'
import type { Clock } from '../../core/clock.ts'
import type { VisibleFindings } from '../../diagnosis/read-diagnosis.ts'
import { configMaps } from '../../kinds/configmaps/kind.ts'
import { cronJobs } from '../../kinds/cronjobs/kind.ts'
import { daemonSets } from '../../kinds/daemonsets/kind.ts'
import { deployments } from '../../kinds/deployments/kind.ts'
import { deploymentStatus } from '../../kinds/deployments/status.ts'
import { horizontalPodAutoscalers } from '../../kinds/horizontalpodautoscalers/kind.ts'
import { ingresses } from '../../kinds/ingresses/kind.ts'
import { jobs } from '../../kinds/jobs/kind.ts'
import { jobStatus } from '../../kinds/jobs/status.ts'
import { nodes } from '../../kinds/nodes/kind.ts'
import { nodeStatus } from '../../kinds/nodes/projections.ts'
import { persistentVolumes } from '../../kinds/persistentvolumes/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { secrets } from '../../kinds/secrets/kind.ts'
import { services } from '../../kinds/services/kind.ts'
import { statefulSets } from '../../kinds/statefulsets/kind.ts'
import {
  countDeployments,
  countedPod,
  countOf,
  countPods,
  countReady,
  isDaemonSetReady,
  isStatefulSetReady,
} from './count-objects.ts'
import { readSectionsInTime } from '../../kinds/shared/read-sections.ts'
import { scoreHealth } from './score-health.ts'
import type { DashboardSummary } from './summary-schema.ts'

interface Reading {
  readonly cluster: Cluster
  readonly time: Clock
  /** Returns the findings that the caller may see, after 3 s at most. */
  readonly findings: (namespace: string | undefined) => Promise<VisibleFindings>
  /** Whether the rights of the caller count, not only those of the service. */
  readonly isCallerAuthorized: boolean
}

/** A kind, what each of its objects is reduced to, and the count of that. */
interface CountedKind<T, R, V> {
  readonly kind: Kind<T>
  readonly view: MemoizedView<T, R>
  readonly count: (all: readonly R[]) => V
}

function counted<T, R, V>(
  kind: Kind<T>,
  reduce: (object: T) => R,
  count: (all: readonly R[]) => V,
): CountedKind<T, R, V> {
  return { kind, view: new MemoizedView(reduce), count }
}

function total<T>(kind: Kind<T>): CountedKind<T, boolean, number> {
  return counted(
    kind,
    () => true,
    (all) => all.length,
  )
}

const countedKinds = {
  deployments: counted(deployments, deploymentStatus, countDeployments),
  pods: counted(pods, countedPod, countPods),
  nodes: counted(nodes, (node) => nodeStatus(node) === 'Ready', countReady),
  statefulsets: counted(statefulSets, isStatefulSetReady, countReady),
  daemonsets: counted(daemonSets, isDaemonSetReady, countReady),
  jobs: counted(jobs, jobStatus, (all) => ({
    total: all.length,
    active: countOf(all, 'Running') + countOf(all, 'Pending'),
    succeeded: countOf(all, 'Complete'),
    failed: countOf(all, 'Failed'),
  })),
  cronjobs: counted(
    cronJobs,
    ({ spec }) => spec?.suspend === true,
    (all) => ({ total: all.length, active: countOf(all, false), suspended: countOf(all, true) }),
  ),
  services: total(services),
  ingress: total(ingresses),
  configmaps: total(configMaps),
  secrets: total(secrets),
  hpa: total(horizontalPodAutoscalers),
  pvs: counted(
    persistentVolumes,
    ({ status }) => status?.phase === 'Bound',
    (all) => ({ total: all.length, bound: countOf(all, true) }),
  ),
} as const

/** The kinds that are counted. */
export const summarizedKinds = Object.values(countedKinds).map(({ kind }): Kind<unknown> => kind)

/** Counts the objects of a cluster or a namespace. Rejects as `readSections` does. */
export async function readSummary(
  { cluster, time, findings: readFindings, isCallerAuthorized }: Reading,
  namespace: string | undefined,
): Promise<DashboardSummary> {
  const [{ values, unavailable, syncing }, findings] = await Promise.all([
    readSectionsInTime(time, sectionsOf(cluster, namespace), { namespace, isCallerAuthorized }),
    readFindings(namespace),
  ])
  const isDiagnosed = findings.syncing.length === 0
  const incomplete = [...syncing, ...(isDiagnosed ? [] : ['diagnosis'])]
  return {
    ...values,
    pods: values.pods?.counts ?? null,
    health: scoreHealth(
      {
        nodes: values.nodes,
        pods: values.pods,
        deployments: values.deployments,
        statefulsets: values.statefulsets,
        daemonsets: values.daemonsets,
        findings: isDiagnosed ? findings.groups : null,
      },
      namespace,
    ),
    unavailable,
    ...(incomplete.length === 0 ? {} : { syncing: incomplete }),
  }
}

function sectionsOf(cluster: Cluster, namespace: string | undefined) {
  const selection = inNamespace(namespace)
  /** Declares a section: the objects of a kind, reduced one by one to what is counted. */
  const section = <T, R, V>({ kind, view, count }: CountedKind<T, R, V>) => ({
    kind,
    read: async () => count(await cluster.list(kind, kind.namespaced ? selection : {}, view)),
  })
  return {
    deployments: section(countedKinds.deployments),
    pods: section(countedKinds.pods),
    nodes: section(countedKinds.nodes),
    statefulsets: section(countedKinds.statefulsets),
    daemonsets: section(countedKinds.daemonsets),
    jobs: section(countedKinds.jobs),
    cronjobs: section(countedKinds.cronjobs),
    services: section(countedKinds.services),
    ingress: section(countedKinds.ingress),
    configmaps: section(countedKinds.configmaps),
    secrets: section(countedKinds.secrets),
    hpa: section(countedKinds.hpa),
    pvs: section(countedKinds.pvs),
  }
}

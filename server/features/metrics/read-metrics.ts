import type { Kind } from '../../cluster/kind.ts'
import { inNamespace } from '../../cluster/client/api-call.ts'
import type { Cluster, Selection } from '../../cluster/read/cluster.ts'
import { ClusterError, InvalidRequestError, UnavailableError } from '../../core/errors.ts'
import { deployments } from '../../kinds/deployments/kind.ts'
import { nodeMetrics, podMetrics, type NodeMetrics, type PodMetrics } from '../../kinds/metrics/kinds.ts'
import { nodes } from '../../kinds/nodes/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { replicaSets } from '../../kinds/replicasets/kind.ts'
import { controllersOf } from '../../kinds/shared/owned-pods.ts'
import { capacityOf, containersOf, measuredNode, measuredPod } from './observations.ts'
import type { NodeMetricsList, PodMetricsList } from './schema.ts'
import { nodeUsage, podUsage } from './usage.ts'

export interface PodMetricsQuery {
  readonly namespace: string | undefined
  /** Only Pods of this Deployment, by ownership. */
  readonly deployment: string | undefined
}

/** Statuses of an API server whose metrics API is not installed (404) or does not answer (503). */
const NOT_SERVED: ReadonlySet<number | undefined> = new Set([404, 503])
const RETRY_SECONDS = 30

/**
 * Returns the usage of the containers of Pods. Throws InvalidRequestError for a Deployment without its namespace, NotFoundError for
 * one that does not exist, and UnavailableError if the cluster has no metrics.
 */
export async function readPodMetrics(cluster: Cluster, query: PodMetricsQuery): Promise<PodMetricsList> {
  const selection = inNamespace(query.namespace)
  const owned = await podsOfDeployment(cluster, query)
  const found = await cluster.list(pods, { ...selection, ...owned }, containersOf)
  const kind: Kind<PodMetrics> = podMetrics
  return podUsage(await measuredBy(() => cluster.list(kind, selection, measuredPod)), found)
}

/** Returns the usage of Nodes. Throws UnavailableError if the cluster has no metrics. */
export async function readNodeMetrics(cluster: Cluster): Promise<NodeMetricsList> {
  const found = await cluster.list(nodes, {}, capacityOf)
  const kind: Kind<NodeMetrics> = nodeMetrics
  const measured = await measuredBy(() => cluster.list(kind, {}, measuredNode))
  return nodeUsage(measured, new Map(found.map(({ name, allocatable }) => [name, allocatable])))
}

/** Returns the selection of the Pods of a Deployment; of all Pods without one. */
async function podsOfDeployment(
  cluster: Cluster,
  { namespace, deployment }: PodMetricsQuery,
): Promise<Pick<Selection, 'controlledBy'>> {
  if (deployment === undefined) return {}
  if (namespace === undefined)
    throw new InvalidRequestError([
      { in: 'query', name: 'namespace', message: 'is required with deployment' },
    ])
  const { controllers } = await controllersOf(
    cluster,
    deployments,
    { namespace, name: deployment },
    replicaSets,
  )
  return { controlledBy: controllers }
}

async function measuredBy<T>(read: () => Promise<T[]>): Promise<T[]> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ClusterError) || !NOT_SERVED.has(error.status)) throw error
    throw new UnavailableError(
      error.status === 404
        ? 'the cluster has no metrics: install metrics-server (https://github.com/kubernetes-sigs/metrics-server), which serves metrics.k8s.io'
        : 'the metrics API of the cluster does not answer: look at the Pods of metrics-server in namespace kube-system, and at APIService v1beta1.metrics.k8s.io',
      RETRY_SECONDS,
    )
  }
}

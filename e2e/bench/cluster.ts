import type { Shape } from './data/shape.ts'

/** Access to an API server, in a form that can be sent to another process as JSON. */
export interface Access {
  url: string
  headers: Readonly<Record<string, string>>
  tls: Readonly<{ ca?: string; cert?: string; key?: string }>
}

/** The identity that a Pod would have, and the address of its API server. */
export interface InCluster {
  env: Readonly<Record<string, string>>
  args: readonly string[]
}

/** Updates per second of the observed Pod, at any total rate. */
export const LOOKED_AT_PER_SECOND = 50

/** Returns the share of updates that are of the observed Pod, as one in so many. */
export function lookedAtEvery(perSecond: number): number {
  return Math.max(1, Math.round(perSecond / LOOKED_AT_PER_SECOND))
}

/** The updates that run while readers read. */
export interface ChurnPlan {
  perSecond: number
  seconds: number
}

/** A cluster with the data of a shape. */
export interface BenchCluster {
  /** The name in the table: `kind`, `demo 10000`. */
  name: string
  shape: Shape
  kubeconfig: string
  /**
   * The settings that tell the service that it runs in this cluster, as in a Pod; without them it uses the
   * kubeconfig.
   */
  inCluster?: InCluster
  /** The cluster's processes, if they run on this machine and serve only this cluster. */
  pids: readonly number[]
  access: Access
  /** Rates of Pod updates per second that its API server sustains without falling behind. */
  churnRates: readonly number[]
  /**
   * Updates Pods and writes a mark (marker.ts) to the `restartCount` of each Pod's first container. Returns
   * the marks of the first Pod, which is the observed one.
   */
  churn(plan: ChurnPlan): Promise<number[]>
  /** The core of the processes that read while Pods are updated. */
  readersCore: number
  /** Whether the cluster yields immediately to readers on its core. */
  giveWay(always: boolean): Promise<void>
  /** A Pod with a log, with the parameters for the API server's log request. */
  loggingPod: { namespace: string; name: string; container: string }
  close(): Promise<void>
}

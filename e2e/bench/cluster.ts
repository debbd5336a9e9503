import type { Shape } from './data/shape.ts'

/** A way to an API server that JSON can carry to another process. */
export interface Access {
  url: string
  headers: Readonly<Record<string, string>>
  tls: Readonly<{ ca?: string; cert?: string; key?: string }>
}

/** The identity a Pod would have, and where it would find the API server. */
export interface InCluster {
  env: Readonly<Record<string, string>>
  args: readonly string[]
}

/** So often the Pod that is looked at is updated, whatever the rate of all. */
export const LOOKED_AT_PER_SECOND = 50

/** One in so many updates is of the Pod that is looked at. */
export function lookedAtEvery(perSecond: number): number {
  return Math.max(1, Math.round(perSecond / LOOKED_AT_PER_SECOND))
}

/** What is changed while readers read. */
export interface ChurnPlan {
  perSecond: number
  seconds: number
}

/** A cluster filled with the data of a shape. */
export interface BenchCluster {
  /** As the table names it: `kind`, `demo 10000`. */
  name: string
  shape: Shape
  kubeconfig: string
  /** What tells the service that it runs in this cluster, as its Pods are told; without it, it has the kubeconfig. */
  inCluster?: InCluster
  /** Its processes, where they are this machine's and nobody else's. */
  pids: readonly number[]
  access: Access
  /** Pods updated a second that its API server takes without falling behind. */
  churnRates: readonly number[]
  /**
   * Updates Pods, each with a mark (marker.ts) in the `restartCount` of its first container; answers the marks of the first
   * Pod, which is the one that is looked at.
   */
  churn(plan: ChurnPlan): Promise<number[]>
  /** Whoever reads while Pods are updated runs there. */
  readersCore: number
  /** Whether it gives way at once to such readers, where they are on its core. */
  giveWay(always: boolean): Promise<void>
  /** A Pod with a log, and the same as the API server is asked for it. */
  loggingPod: { namespace: string; name: string; container: string }
  close(): Promise<void>
}

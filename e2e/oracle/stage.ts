import type { KubeAccess } from '../support/kube.ts'
import type { Fault } from './faults.ts'
import type { Proxy } from './proxy.ts'

/** A cluster with a service before it, and a proxy between them. */
export interface Stage {
  name: string
  /** Straight to the API server. */
  access: KubeAccess
  /** The addresses of the service. */
  api: string
  operations: string
  proxy: Proxy
  faults: readonly Fault[]
  /** How many changes a second the churn makes. */
  perSecond: number
  /** How many times as fast the service's time passes. */
  hurry: number
  /** Resolves when the API server answers again. */
  back(): Promise<void>
  close(): Promise<void>
}

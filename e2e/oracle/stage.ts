import type { KubeAccess } from '../support/kube.ts'
import type { Fault } from './faults.ts'
import type { Proxy } from './proxy.ts'

/** A cluster, a service for it, and the proxy between them. */
export interface Stage {
  name: string
  /** Direct access to the API server. */
  access: KubeAccess
  /** The base URLs of the service. */
  api: string
  operations: string
  proxy: Proxy
  faults: readonly Fault[]
  /** Changes per second of the churn. */
  perSecond: number
  /** The factor by which the service's clock runs faster. */
  hurry: number
  /** Resolves when the API server responds again. */
  back(): Promise<void>
  close(): Promise<void>
}

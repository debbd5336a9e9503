import type { List, ObjectMeta } from '../../cluster/objects.ts'

/** discovery.k8s.io/v1 EndpointSlice: the fields the service reads. */
export interface EndpointSlice {
  metadata: ObjectMeta
  endpoints?: List<{
    /** IP addresses, or host names in a slice of type `FQDN`. */
    addresses?: List<string>
    conditions?: { ready?: boolean | null } | null
  }>
  /** Ports of the Service that its Pods have; absent: none. */
  ports?: List<{ name?: string | null; port?: number | null }>
}

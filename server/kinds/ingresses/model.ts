import type { List, ObjectMeta } from '../../cluster/objects.ts'
import type { LoadBalancerStatus } from '../services/model.ts'

/** networking.k8s.io/v1 IngressBackend: a port of a Service, or another object. */
export interface IngressBackend {
  service?: { name?: string; port?: { name?: string; number?: number } | null } | null
  resource?: { apiGroup?: string | null; kind?: string; name?: string } | null
}

/** networking.k8s.io/v1 Ingress: the fields the service reads. */
export interface Ingress {
  metadata: ObjectMeta
  spec?: {
    ingressClassName?: string | null
    defaultBackend?: IngressBackend | null
    tls?: List<{ hosts?: List<string>; secretName?: string }>
    rules?: List<{
      host?: string
      http?: {
        paths?: List<{ path?: string; pathType?: string | null; backend?: IngressBackend | null }>
      } | null
    }>
  }
  status?: { loadBalancer?: LoadBalancerStatus | null }
}

import type { IntOrString, List, ObjectMeta, StringMap } from '../../cluster/objects.ts'

/** core/v1 LoadBalancerStatus; that of an Ingress has the same fields. */
export interface LoadBalancerStatus {
  ingress?: List<{ ip?: string; hostname?: string }>
}

/** core/v1 Service: the fields the service reads. */
export interface Service {
  metadata: ObjectMeta
  spec?: {
    type?: string
    clusterIP?: string
    clusterIPs?: List<string>
    externalIPs?: List<string>
    externalName?: string
    ports?: List<{
      name?: string
      protocol?: string
      port: number
      targetPort?: IntOrString | null
      nodePort?: number
    }>
    selector?: StringMap
  }
  status?: { loadBalancer?: LoadBalancerStatus | null }
}

import type { LoadBalancerStatus } from '../services/model.ts'

/**
 * Returns the IP address, or else the host name, of each load balancer in a status. Source:
 * k8s.io/kubernetes, printers/internalversion, ingressLoadBalancerStatusStringer.
 */
export function loadBalancerAddresses(status: LoadBalancerStatus | null | undefined): string[] {
  return (status?.ingress ?? []).flatMap(({ ip, hostname }) => ip || hostname || [])
}

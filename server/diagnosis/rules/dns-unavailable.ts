import { deployments } from '../../kinds/deployments/kind.ts'
import { services } from '../../kinds/services/kind.ts'
import type { Service } from '../../kinds/services/model.ts'
import { defineRule } from '../define-rule.ts'
import { fieldEvidence } from '../evidence.ts'
import type { Facts } from '../facts.ts'
import type { Finding } from '../finding.ts'
import { inNamespaceOf } from '../owned-pods.ts'
import { hasReadyAddress, isClusterDns, slicesOf } from '../service-endpoints.ts'

const APP = 'k8s-app'

/** Returns the findings of the Deployments that run the DNS, by the label that the Service selects. */
function findingsOfServers(service: Service, facts: Facts): readonly Finding[] {
  const app = service.spec?.selector?.[APP]
  if (app === undefined) return []
  const found = facts.list(deployments, { ...inNamespaceOf(service), labelSelector: `${APP}=${app}` })
  return found.flatMap((one) => facts.findings(deployments, one))
}

export const dnsUnavailable = defineRule({
  id: 'dns-unavailable',
  on: services,
  severity: 'critical',
  description: 'The DNS of the cluster has no ready endpoint, so that names do not resolve.',
  find: (service, facts) => {
    if (!isClusterDns(service) || hasReadyAddress(slicesOf(service, facts))) return undefined
    return {
      title: 'the DNS of the cluster is unavailable',
      message: 'Service kube-system/kube-dns has no ready endpoint, so that Pods cannot resolve names.',
      evidence: [fieldEvidence(services, service, 'spec.selector', 'no EndpointSlice has a ready address')],
      hint: 'Look at Deployment coredns in namespace kube-system.',
      confidence: 0.8,
      causes: facts.optional(() => findingsOfServers(service, facts)) ?? [],
    }
  },
})

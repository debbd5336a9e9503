import type { IntOrString, LabelSelector, List, ObjectMeta } from '../../cluster/objects.ts'

/** networking.k8s.io/v1 NetworkPolicyPeer. */
export interface NetworkPolicyPeer {
  podSelector?: LabelSelector | null
  namespaceSelector?: LabelSelector | null
  ipBlock?: { cidr: string; except?: List<string> } | null
}

/** networking.k8s.io/v1 NetworkPolicyPort. */
export interface NetworkPolicyPort {
  protocol?: string | null
  port?: IntOrString | null
  endPort?: number | null
}

/** networking.k8s.io/v1 NetworkPolicy: the fields the service reads. */
export interface NetworkPolicy {
  metadata: ObjectMeta
  spec?: {
    podSelector?: LabelSelector | null
    policyTypes?: List<string>
    ingress?: List<{ from?: List<NetworkPolicyPeer>; ports?: List<NetworkPolicyPort> }>
    egress?: List<{ to?: List<NetworkPolicyPeer>; ports?: List<NetworkPolicyPort> }>
  }
}

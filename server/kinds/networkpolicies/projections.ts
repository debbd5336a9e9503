import type { List } from '../../cluster/objects.ts'
import { projectSelector } from '../shared/label-selector.ts'
import { commonDetail, commonSummary, ownerReferences } from '../shared/metadata.ts'
import { omitEmpty } from '../shared/omit-empty.ts'
import type { NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from './model.ts'
import type { NetworkPolicyDetail, NetworkPolicySummary } from './schema.ts'

/** Projects a NetworkPolicy for lists; `now` in milliseconds since 1970. */
export function networkPolicySummary(policy: NetworkPolicy, now: number): NetworkPolicySummary {
  return { ...commonSummary(policy.metadata, now), ...fieldsOf(policy) }
}

/** Projects a NetworkPolicy for its detail response; `now` in milliseconds since 1970. */
export function networkPolicyDetail(policy: NetworkPolicy, now: number): NetworkPolicyDetail {
  const { metadata, spec } = policy
  return {
    name: metadata.name,
    ...commonDetail(metadata, now),
    ...fieldsOf(policy),
    ingress: (spec?.ingress ?? []).map(({ from, ports }) => ruleOf(from, ports)),
    egress: (spec?.egress ?? []).map(({ to, ports }) => ruleOf(to, ports)),
    ownerReferences: ownerReferences(metadata),
  }
}

function fieldsOf({ metadata, spec }: NetworkPolicy) {
  return {
    namespace: metadata.namespace ?? '',
    podSelector: projectSelector(spec?.podSelector),
    policyTypes: [...(spec?.policyTypes ?? [])],
  }
}

function ruleOf(
  peers: List<NetworkPolicyPeer> | undefined,
  ports: List<NetworkPolicyPort> | undefined,
): NetworkPolicyDetail['ingress'][number] {
  return {
    peers: (peers ?? []).map(({ podSelector, namespaceSelector, ipBlock }) =>
      omitEmpty({
        podSelector: podSelector && projectSelector(podSelector),
        namespaceSelector: namespaceSelector && projectSelector(namespaceSelector),
        ipBlock: ipBlock && { cidr: ipBlock.cidr, except: [...(ipBlock.except ?? [])] },
      }),
    ),
    // TCP is the API server's default.
    ports: (ports ?? []).map(({ protocol, port, endPort }) => ({
      protocol: protocol ?? 'TCP',
      ...omitEmpty({ port, endPort }),
    })),
  }
}

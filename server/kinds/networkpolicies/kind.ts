import { defineKind } from '../define-kind.ts'
import { selectorFields } from '../shared/label-selector.ts'
import {
  ageExpiresAt,
  detailMetadataFields,
  ownerReferenceFields,
  summaryMetadataReads,
} from '../shared/metadata.ts'
import { networkPolicyDetail, networkPolicySummary } from './projections.ts'
import { samples } from './samples.ts'
import * as schema from './schema.ts'

export const networkPolicies = defineKind({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'NetworkPolicy',
  plural: 'networkpolicies',
  scope: 'Namespaced',
  summary: {
    schema: schema.networkPolicySummary,
    project: networkPolicySummary,
    reads: [...summaryMetadataReads, 'metadata.namespace', 'spec.podSelector', 'spec.policyTypes'],
    expiresAt: ageExpiresAt,
  },
  detail: {
    schema: schema.networkPolicyDetail,
    project: networkPolicyDetail,
    expiresAt: ageExpiresAt,
  },
  stream: true,
  rbac: { group: 'policies' },
  visibleFields: [
    ...detailMetadataFields,
    'metadata.namespace',
    ...ownerReferenceFields,
    ...selectorFields('spec.podSelector'),
    'spec.policyTypes',
    ...['spec.ingress.from', 'spec.egress.to'].flatMap((peers) => [
      ...selectorFields(`${peers}.podSelector`),
      ...selectorFields(`${peers}.namespaceSelector`),
      `${peers}.ipBlock.cidr`,
      `${peers}.ipBlock.except`,
    ]),
    ...['spec.ingress.ports', 'spec.egress.ports'].flatMap((ports) => [`${ports}.port`, `${ports}.protocol`]),
  ],
  samples,
})

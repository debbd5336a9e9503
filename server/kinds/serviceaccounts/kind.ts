import { defineKind } from '../define-kind.ts'
import { ageExpiresAt, detailMetadataFields, ownerReferenceFields } from '../shared/metadata.ts'
import type { ServiceAccount } from './model.ts'
import { serviceAccountDetail, serviceAccountSummary } from './projections.ts'
import * as schema from './schema.ts'

const samples: readonly [ServiceAccount, ...ServiceAccount[]] = [
  {
    metadata: {
      name: 'storefront',
      namespace: 'shop',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d3e4f',
      resourceVersion: '39871',
      creationTimestamp: '2026-10-02T07:59:58Z',
      labels: { app: 'storefront' },
      annotations: { 'example.com/team': 'shop' },
      ownerReferences: [
        { apiVersion: 'example.com/v1', kind: 'Shop', name: 'shop', uid: '6f0e3b1a', controller: null },
      ],
    },
    secrets: [{ name: 'storefront-token' }],
    imagePullSecrets: [{ name: 'registry' }],
    automountServiceAccountToken: false,
  },
  {
    metadata: {
      name: 'default',
      namespace: 'shop',
      uid: '4c7a1f6e-2b8d-4e0a-9d43-7f5b1c2d3e50',
      resourceVersion: '301',
      creationTimestamp: '2026-09-01T06:01:00Z',
    },
  },
]

export const serviceAccounts = defineKind({
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  scope: 'Namespaced',
  summary: {
    schema: schema.serviceAccountSummary,
    project: serviceAccountSummary,
    reads: [
      'metadata.name',
      'metadata.namespace',
      'metadata.labels',
      'metadata.creationTimestamp',
      'secrets',
    ],
    expiresAt: ageExpiresAt,
  },
  detail: {
    schema: schema.serviceAccountDetail,
    project: serviceAccountDetail,
    expiresAt: ageExpiresAt,
  },
  stream: true,
  rbac: { group: 'serviceaccounts', description: 'ServiceAccounts: lists and details.' },
  visibleFields: [
    'imagePullSecrets.name',
    ...detailMetadataFields,
    'metadata.namespace',
    ...ownerReferenceFields,
    'secrets.name',
  ],
  samples,
})

import type { ServiceAccount } from '../../server/kinds/serviceaccounts/model.ts'
import { annotations as visibleAnnotations } from '../cluster/expected/annotations.ts'
import type { KindFixture } from './fixture.ts'
import { annotations, labels, labelPatch } from './parts.ts'

export const serviceaccounts: KindFixture<ServiceAccount> = {
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  namespaced: true,
  event: 'serviceaccount',
  listed: 'everywhere',
  stem: 'service-account',
  make: (random, { namespace = '', name }) => ({
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name, namespace, labels: labels(random), annotations: annotations(random) },
    ...(random.chance(0.5) ? { secrets: [{ name: 'one' }, { name: 'two' }] } : {}),
    ...(random.chance(0.3) ? { automountServiceAccountToken: random.chance(0.5) } : {}),
  }),
  listItem: ({ metadata, secrets }) => ({
    name: metadata.name,
    namespace: metadata.namespace,
    secrets: (secrets ?? []).length,
    labels: metadata.labels ?? {},
    createdAt: metadata.creationTimestamp,
  }),
  detail: ({ metadata, secrets, imagePullSecrets, automountServiceAccountToken }) => ({
    name: metadata.name,
    namespace: metadata.namespace,
    uid: metadata.uid,
    createdAt: metadata.creationTimestamp,
    labels: metadata.labels ?? {},
    annotations: visibleAnnotations(metadata.annotations),
    secrets: (secrets ?? []).map(({ name }) => name),
    imagePullSecrets: (imagePullSecrets ?? []).map(({ name }) => name),
    automountServiceAccountToken: automountServiceAccountToken !== false,
    ownerReferences: metadata.ownerReferences ?? [],
  }),
  columns: (item) => ({ NAME: String(item['name']), SECRETS: String(item['secrets']) }),
  cachedRead: ({ namespace }) => `/api/serviceaccounts?namespace=${namespace}&limit=1`,
  // Every namespace has one.
  inShop: () => 'default',
  churn: {
    names: 4,
    created: 3,
    deleted: 1,
    changes: [
      { weight: 2, patch: labelPatch },
      { weight: 2, patch: (random) => ({ imagePullSecrets: [{ name: `registry-${random.below(3)}` }] }) },
    ],
  },
}

import type { StorageClass } from '../../server/kinds/storageclasses/model.ts'
import type { KindFixture } from './fixture.ts'
import { annotations, expectedDetail, expectedSummary, labelPatch, labels } from './parts.ts'

export const storageclasses: KindFixture<StorageClass> = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  plural: 'storageclasses',
  namespaced: false,
  event: 'storageclass',
  listed: 'everywhere',
  stem: 'storage-class',
  make: (random, { name }) => ({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name, labels: labels(random), annotations: annotations(random) },
    provisioner: 'nobody.example.com',
    ...(random.chance(0.5) ? { reclaimPolicy: 'Retain', allowVolumeExpansion: true } : {}),
  }),
  listItem: (one) => ({ ...expectedSummary(one), ...fieldsOf(one) }),
  detail: (one) => ({
    ...expectedDetail(one),
    ...fieldsOf(one),
    parameters: one.parameters ?? {},
    mountOptions: one.mountOptions ?? [],
    allowedTopologies: one.allowedTopologies ?? [],
  }),
  columns: (item) => ({
    NAME: `${String(item['name'])}${item['default'] === true ? ' (default)' : ''}`,
    PROVISIONER: String(item['provisioner']),
    RECLAIMPOLICY: String(item['reclaimPolicy']),
    VOLUMEBINDINGMODE: String(item['volumeBindingMode']),
    ALLOWVOLUMEEXPANSION: String(item['allowVolumeExpansion']),
  }),
  cachedRead: () => '/api/storageclasses?limit=1',
  objects: ({ namespace }) => [
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: `${namespace}-example` },
      provisioner: 'nobody.example.com',
      parameters: { type: 'ssd' },
      volumeBindingMode: 'WaitForFirstConsumer',
      allowVolumeExpansion: true,
      mountOptions: ['noatime'],
      allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: ['a', 'b'] }] }],
    },
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: `${namespace}-plain` },
      provisioner: 'nobody.example.com',
      reclaimPolicy: 'Retain',
    },
  ],
  inShop: ({ namespace }) => `${namespace}-example`,
  churn: {
    names: 4,
    created: 3,
    deleted: 1,
    changes: [
      { weight: 2, patch: labelPatch },
      { weight: 2, patch: (random) => ({ allowVolumeExpansion: random.chance(0.5) }) },
    ],
  },
}

function fieldsOf({
  metadata,
  provisioner,
  reclaimPolicy,
  volumeBindingMode,
  allowVolumeExpansion,
}: StorageClass) {
  return {
    provisioner,
    // The demo cluster leaves defaults out.
    reclaimPolicy: reclaimPolicy ?? 'Delete',
    volumeBindingMode: volumeBindingMode ?? 'Immediate',
    allowVolumeExpansion: allowVolumeExpansion ?? false,
    default: metadata.annotations?.['storageclass.kubernetes.io/is-default-class'] === 'true',
  }
}

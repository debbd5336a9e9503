import type { PersistentVolume } from '../../server/kinds/persistentvolumes/model.ts'
import type { KindFixture } from './fixture.ts'
import { cell, annotations, expectedDetail, expectedSummary, labelPatch, labels } from './parts.ts'

export const persistentvolumes: KindFixture<PersistentVolume> = {
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  plural: 'persistentvolumes',
  path: 'pvs',
  namespaced: false,
  event: 'persistentvolume',
  listed: 'everywhere',
  stem: 'volume',
  make: (random, { name }) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name, labels: labels(random), annotations: annotations(random) },
    spec: {
      capacity: { storage: `${1 + random.below(9)}Gi` },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Retain',
      storageClassName: 'nobody',
      hostPath: { path: '/none' },
    },
  }),
  listItem: (one) => ({ ...expectedSummary(one), ...fieldsOf(one) }),
  detail: (one) => ({
    ...expectedDetail(one),
    ...fieldsOf(one),
    volumeMode: one.spec?.volumeMode ?? 'Filesystem',
    mountOptions: one.spec?.mountOptions ?? [],
    source: one.spec?.csi
      ? { type: 'csi', driver: one.spec.csi.driver, volumeHandle: one.spec.csi.volumeHandle }
      : { type: ['hostPath', 'local', 'nfs'].find((type) => one.spec?.[type] !== undefined) },
    ...(one.status?.message ? { message: one.status.message } : {}),
    ...(one.status?.lastPhaseTransitionTime
      ? { lastPhaseTransitionTime: one.status.lastPhaseTransitionTime }
      : {}),
  }),
  columns: (item) => ({
    NAME: String(item['name']),
    CAPACITY: String((item['capacity'] as Record<string, string>)['storage']),
    STATUS: String(item['status']),
    'RECLAIM POLICY': String(item['persistentVolumeReclaimPolicy']),
    STORAGECLASS: cell(item['storageClassName']),
  }),
  cachedRead: () => '/api/pvs?limit=1',
  objects: ({ namespace }) => [
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: `${namespace}-example` },
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce', 'ReadOnlyMany'],
        persistentVolumeReclaimPolicy: 'Retain',
        storageClassName: 'nobody',
        mountOptions: ['ro'],
        csi: { driver: 'nobody.example.com', volumeHandle: 'volume-1' },
      },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: `${namespace}-bound` },
      spec: {
        capacity: { storage: '2Gi' },
        accessModes: ['ReadWriteOnce'],
        storageClassName: `${namespace}-plain`,
        hostPath: { path: '/none' },
        claimRef: { namespace, name: 'bound' },
      },
    },
  ],
  inShop: ({ namespace }) => `${namespace}-example`,
  churn: {
    names: 4,
    created: 3,
    deleted: 1,
    changes: [
      { weight: 2, patch: labelPatch },
      { weight: 2, patch: (random) => ({ spec: { capacity: { storage: `${1 + random.below(9)}Gi` } } }) },
    ],
  },
}

function fieldsOf({ metadata, spec, status }: PersistentVolume) {
  return {
    status: metadata.deletionTimestamp ? 'Terminating' : (status?.phase ?? 'Pending'),
    capacity: spec?.capacity ?? {},
    accessModes: spec?.accessModes ?? [],
    persistentVolumeReclaimPolicy: spec?.persistentVolumeReclaimPolicy,
    ...(spec?.storageClassName ? { storageClassName: spec.storageClassName } : {}),
    ...(spec?.claimRef ? { claimRef: { namespace: spec.claimRef.namespace, name: spec.claimRef.name } } : {}),
    ...(status?.reason ? { reason: status.reason } : {}),
  }
}

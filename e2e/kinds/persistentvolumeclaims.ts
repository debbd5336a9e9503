import type { PersistentVolumeClaim } from '../../server/kinds/persistentvolumeclaims/model.ts'
import type { KindFixture } from './fixture.ts'
import {
  cell,
  annotations,
  expectedDetail,
  expectedSelector,
  expectedSummary,
  labelPatch,
  labels,
} from './parts.ts'

export const persistentvolumeclaims: KindFixture<PersistentVolumeClaim> = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  path: 'pvcs',
  namespaced: true,
  event: 'persistentvolumeclaim',
  listed: 'everywhere',
  stem: 'claim',
  make: (random, { namespace = '', name }) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace, labels: labels(random), annotations: annotations(random) },
    spec: {
      accessModes: [random.pick(['ReadWriteOnce', 'ReadWriteMany'])],
      resources: { requests: { storage: `${1 + random.below(9)}Gi` } },
      storageClassName: 'nobody-else',
    },
  }),
  listItem: (one) => ({ ...expectedSummary(one), ...fieldsOf(one) }),
  detail: (one) => ({
    ...expectedDetail(one),
    ...fieldsOf(one),
    requestedAccessModes: one.spec?.accessModes ?? [],
    requests: one.spec?.resources?.requests ?? {},
    limits: one.spec?.resources?.limits ?? {},
    volumeMode: one.spec?.volumeMode ?? 'Filesystem',
    ...(one.spec?.selector ? { selector: expectedSelector(one.spec.selector) } : {}),
    ...(one.spec?.dataSourceRef ? { dataSource: withoutNulls(one.spec.dataSourceRef) } : {}),
    conditions: one.status?.conditions ?? [],
  }),
  columns: (item) => ({
    NAME: String(item['name']),
    STATUS: String(item['status']),
    VOLUME: cell(item['volumeName']),
    CAPACITY:
      item['volumeName'] === undefined
        ? ''
        : ((item['capacity'] as Record<string, string>)['storage'] ?? '0'),
    STORAGECLASS: cell(item['storageClassName']),
  }),
  cachedRead: ({ namespace }) => `/api/pvcs?namespace=${namespace}&limit=1`,
  objects: ({ namespace }) => [
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'example', namespace },
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' }, limits: { storage: '2Gi' } },
        storageClassName: 'nobody-else',
        selector: { matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] },
        dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'other' },
      },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'bound', namespace },
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
        storageClassName: `${namespace}-plain`,
        volumeName: `${namespace}-bound`,
      },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'lost', namespace, annotations: { 'pv.kubernetes.io/bind-completed': 'yes' } },
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
        storageClassName: `${namespace}-plain`,
        volumeName: `${namespace}-gone`,
      },
    },
  ],
  inShop: () => 'example',
  churn: {
    names: 4,
    created: 3,
    deleted: 1,
    changes: [{ weight: 2, patch: labelPatch }],
  },
}

function fieldsOf({ metadata, spec, status }: PersistentVolumeClaim) {
  const bound = spec?.volumeName !== undefined && spec.volumeName !== ''
  return {
    status: metadata.deletionTimestamp ? 'Terminating' : (status?.phase ?? 'Pending'),
    capacity: bound ? (status?.capacity ?? {}) : {},
    accessModes: bound ? (status?.accessModes ?? []) : [],
    ...(bound ? { volumeName: spec.volumeName } : {}),
    ...(spec?.storageClassName ? { storageClassName: spec.storageClassName } : {}),
  }
}

function withoutNulls(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

import type { StatefulSet } from '../../server/kinds/statefulsets/model.ts'
import type { Random } from '../oracle/random.ts'
import type { KubeObject } from '../support/kube.ts'
import type { KindFixture, Setting } from './fixture.ts'
import {
  annotations,
  expectedConditions,
  expectedDetail,
  expectedSelector,
  expectedSummary,
  imagesOf,
  labelPatch,
  labels,
  podSpec,
  podTemplate,
  unreadyContainer,
} from './parts.ts'

export const statefulsets: KindFixture<StatefulSet> = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  plural: 'statefulsets',
  namespaced: true,
  event: 'statefulset',
  listed: 'everywhere',
  stem: 'stateful-set',
  make: (random, { namespace = '', name }) => ({
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name, namespace, labels: labels(random), annotations: annotations(random) },
    spec: {
      replicas: random.below(3),
      serviceName: name,
      podManagementPolicy: random.pick(['OrderedReady', 'Parallel']),
      updateStrategy: strategyOf(random),
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name, ...labels(random) } }, spec: podSpec(random) },
    },
  }),
  listItem: (one) => ({ ...expectedSummary(one), ...fieldsOf(one) }),
  detail: (one) => ({
    ...expectedDetail(one),
    ...fieldsOf(one),
    volumeClaimTemplates: (one.spec?.volumeClaimTemplates ?? []).map(({ metadata, spec }) => ({
      name: metadata?.name,
      accessModes: spec?.accessModes ?? [],
      requests: spec?.resources?.requests ?? {},
      ...(spec?.storageClassName ? { storageClassName: spec.storageClassName } : {}),
      volumeMode: spec?.volumeMode ?? 'Filesystem',
    })),
    conditions: expectedConditions(one.status?.conditions),
  }),
  columns: (item) => {
    const { desired, ready } = item['replicas'] as Record<string, number>
    return { NAME: String(item['name']), READY: `${ready}/${desired}` }
  },
  cachedRead: ({ namespace }) => `/api/statefulsets?namespace=${namespace}&limit=1`,
  objects: (setting) => [
    statefulSet(setting, 'example', { replicas: 2 }),
    statefulSet(setting, 'partitioned', {
      replicas: 2,
      podManagementPolicy: 'Parallel',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } },
    }),
    statefulSet(setting, 'manual', { updateStrategy: { type: 'OnDelete' } }),
    statefulSet(setting, 'claiming', {
      volumeClaimTemplates: [
        {
          metadata: { name: 'data' },
          spec: {
            accessModes: ['ReadWriteOnce'],
            resources: { requests: { storage: '1Gi' } },
            storageClassName: 'nobody-else',
          },
        },
      ],
    }),
    statefulSet(setting, 'unready', {
      replicas: 2,
      template: podTemplate(
        setting.image,
        { app: 'unready-set' },
        { containers: [unreadyContainer(setting.image)] },
      ),
    }),
  ],
  inShop: () => 'example',
  churn: {
    names: 3,
    created: 2,
    deleted: 1,
    changes: [
      { weight: 2, patch: labelPatch },
      {
        weight: 4,
        patch: (random) => ({
          spec: random.pick<object>([
            { replicas: random.below(3) },
            { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: random.below(3) } } },
            { template: { metadata: { annotations: { turn: String(random.below(1000)) } } } },
          ]),
        }),
      },
    ],
  },
}

function strategyOf(random: Random): object {
  return random.pick<object>([
    { type: 'OnDelete' },
    { type: 'RollingUpdate', rollingUpdate: { partition: random.below(3) } },
  ])
}

function statefulSet(
  { namespace, image }: Setting,
  name: string,
  spec: Readonly<Record<string, unknown>>,
): KubeObject {
  const app = { app: `${name}-set` }
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name, namespace, labels: { part: 'example' } },
    spec: {
      serviceName: name,
      selector: { matchLabels: app },
      template: podTemplate(image, app),
      ...spec,
    },
  }
}

function fieldsOf({ metadata, spec, status }: StatefulSet) {
  const desired = spec?.replicas ?? 1
  const { type = 'RollingUpdate', rollingUpdate } = spec?.updateStrategy ?? {}
  const partition = rollingUpdate?.partition ?? 0
  const counts = {
    ready: status?.readyReplicas ?? 0,
    current: status?.currentReplicas ?? 0,
    updated: status?.updatedReplicas ?? 0,
    available: status?.availableReplicas ?? 0,
  }
  return {
    replicas: { desired, ...counts },
    status: word({ metadata, spec, status } as StatefulSet, desired, type, partition),
    images: imagesOf(spec?.template),
    ...(spec?.serviceName ? { serviceName: spec.serviceName } : {}),
    updateStrategy:
      type === 'OnDelete'
        ? { type }
        : { type, rollingUpdate: { partition, maxUnavailable: rollingUpdate?.maxUnavailable ?? 1 } },
    podManagementPolicy: spec?.podManagementPolicy ?? 'OrderedReady',
    selector: expectedSelector(spec?.selector),
  }
}

function word({ metadata, status }: StatefulSet, desired: number, type: string, partition: number): string {
  const {
    replicas = 0,
    updatedReplicas = 0,
    readyReplicas = 0,
    currentRevision,
    updateRevision,
  } = status ?? {}
  const rolling = type === 'OnDelete' ? 0 : desired - partition
  const observed = status?.observedGeneration === metadata.generation
  if (!observed || replicas < desired || updatedReplicas < rolling) return 'Progressing'
  if (readyReplicas >= desired) return 'Available'
  return rolling === desired && currentRevision !== updateRevision ? 'Progressing' : 'Degraded'
}

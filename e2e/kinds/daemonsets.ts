import type { DaemonSet } from '../../server/kinds/daemonsets/model.ts'
import type { KubeObject } from '../support/kube.ts'
import type { KindFixture, Setting } from './fixture.ts'
import {
  annotations,
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

export const daemonsets: KindFixture<DaemonSet> = {
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  plural: 'daemonsets',
  namespaced: true,
  event: 'daemonset',
  listed: 'everywhere',
  stem: 'daemon-set',
  make: (random, { namespace = '', name }) => ({
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name, namespace, labels: labels(random), annotations: annotations(random) },
    spec: {
      updateStrategy: random.pick<object>([{ type: 'OnDelete' }, { type: 'RollingUpdate' }]),
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        // The churn's nodes come and go: a DaemonSet on each of them would only add Pods.
        spec: { ...podSpec(random), nodeSelector: { nobody: random.pick(['a', 'b']) } },
      },
    },
  }),
  listItem: (one) => ({ ...expectedSummary(one), ...fieldsOf(one) }),
  detail: (one) => ({
    ...expectedDetail(one),
    ...fieldsOf(one),
    selector: expectedSelector(one.spec?.selector),
  }),
  columns: (item) => ({
    NAME: String(item['name']),
    DESIRED: String(item['desired']),
    CURRENT: String(item['current']),
    READY: String(item['ready']),
    'UP-TO-DATE': String(item['updated']),
    AVAILABLE: String(item['available']),
    'NODE SELECTOR': labelsText(item['nodeSelector'] as Record<string, string>),
  }),
  cachedRead: ({ namespace }) => `/api/daemonsets?namespace=${namespace}&limit=1`,
  objects: (setting) => [
    daemonSet(setting, 'example', {}),
    daemonSet(setting, 'tolerant', {
      template: { tolerations: [{ operator: 'Exists' }] },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '10%', maxUnavailable: 0 } },
    }),
    daemonSet(setting, 'manual', { updateStrategy: { type: 'OnDelete' } }),
    daemonSet(setting, 'nowhere', { template: { nodeSelector: { nobody: 'here', also: 'not' } } }),
    daemonSet(setting, 'unready', { template: { containers: [unreadyContainer(setting.image)] } }),
  ],
  inShop: () => 'example',
  churn: {
    names: 3,
    created: 2,
    deleted: 1,
    changes: [
      { weight: 2, patch: labelPatch },
      {
        weight: 2,
        patch: (random) => ({
          spec: random.pick<object>([
            {
              updateStrategy: {
                type: 'RollingUpdate',
                rollingUpdate: { maxUnavailable: 1 + random.below(3) },
              },
            },
            { template: { metadata: { annotations: { turn: String(random.below(1000)) } } } },
          ]),
        }),
      },
    ],
  },
}

function daemonSet(
  { namespace, image }: Setting,
  name: string,
  { template, ...spec }: Readonly<Record<string, unknown>>,
): KubeObject {
  const app = { app: `${name}-daemon` }
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name, namespace, labels: { part: 'example' } },
    spec: {
      selector: { matchLabels: app },
      template: podTemplate(image, app, template as Record<string, unknown> | undefined),
      ...spec,
    },
  }
}

function fieldsOf({ metadata, spec, status }: DaemonSet) {
  const desired = status?.desiredNumberScheduled ?? 0
  const [current, updated] = [status?.currentNumberScheduled ?? 0, status?.updatedNumberScheduled ?? 0]
  const available = status?.numberAvailable ?? 0
  const { type = 'RollingUpdate', rollingUpdate } = spec?.updateStrategy ?? {}
  const pending =
    status?.observedGeneration !== metadata.generation ||
    current < desired ||
    (type === 'RollingUpdate' && updated < desired)
  const share = (value: number | string) =>
    typeof value === 'string' ? Math.ceil((Number.parseInt(value, 10) * desired) / 100) : value
  const [maxSurge, maxUnavailable] = [
    share(rollingUpdate?.maxSurge ?? 0),
    share(rollingUpdate?.maxUnavailable ?? 1),
  ]
  const isStuck = maxSurge === 0 && maxUnavailable === 0
  return {
    desired,
    current,
    ready: status?.numberReady ?? 0,
    updated,
    available,
    misscheduled: status?.numberMisscheduled ?? 0,
    status: pending ? 'Progressing' : available < desired ? 'Degraded' : 'Available',
    images: imagesOf(spec?.template),
    updateStrategy:
      type === 'OnDelete'
        ? { type }
        : { type, rollingUpdate: { maxSurge, maxUnavailable: isStuck ? 1 : maxUnavailable } },
    nodeSelector: spec?.template?.spec?.nodeSelector ?? {},
  }
}

/** Returns labels as kubectl prints them. Source: apimachinery, labels.FormatLabels. */
function labelsText(labels: Readonly<Record<string, string>>): string {
  const texts = Object.entries(labels).map(([key, value]) => `${key}=${value}`)
  return texts.toSorted().join(',') || '<none>'
}

import type { ConfigMap } from '../../server/kinds/configmaps/model.ts'
import type { KindFixture } from './fixture.ts'
import { annotations, expectedDetail, expectedSummary, keySizes, labelPatch, labels, WORDS } from './parts.ts'

/** Nearly the 1 MiB that the API server accepts, in characters of three bytes. */
const LARGE = '三'.repeat(349_000)

export const configmaps: KindFixture<ConfigMap> = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
  event: 'configmap',
  listed: 'everywhere',
  liveDetails: true,
  stem: 'config-map',
  make: (random, { namespace = '', name }) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace, labels: labels(random), annotations: annotations(random) },
    data: { word: random.pick(WORDS), ...(random.chance(0.5) ? { number: String(random.below(99)) } : {}) },
    ...(random.chance(0.3) ? { binaryData: { bytes: '//79' } } : {}),
  }),
  listItem: (one) => ({
    ...expectedSummary(one),
    keys: keySizes(one.data, (text) => Buffer.from(text).length),
    ...binaryFields(one),
  }),
  detail: (one) => ({ ...expectedDetail(one), data: one.data ?? {}, ...binaryFields(one) }),
  columns: (item) => ({
    NAME: String(item['name']),
    DATA: String([item['keys'], item['binaryKeys']].flat().length),
  }),
  cachedRead: ({ namespace }) => `/api/configmaps?namespace=${namespace}&limit=1`,
  objects: ({ namespace }) => [
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'example.conf', namespace, labels: { app: 'example' } },
      data: { 'a.properties': 'x=1\ny="two"\n', empty: '', words: WORDS.join('\t') },
      binaryData: { 'logo.png': 'iVBORw0KGgo=', one: '/w==' },
      immutable: true,
    },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'nothing', namespace } },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'large', namespace }, data: { large: LARGE } },
  ],
  // Every namespace has one.
  inShop: () => 'kube-root-ca.crt',
  churn: {
    names: 4,
    created: 3,
    deleted: 1,
    changes: [
      { weight: 1, patch: labelPatch },
      { weight: 3, patch: (random) => ({ data: { word: random.pick(WORDS) } }) },
    ],
  },
}

function binaryFields({ binaryData, immutable }: ConfigMap) {
  return {
    binaryKeys: keySizes(binaryData, (text) => Buffer.from(text, 'base64').length),
    immutable: immutable === true,
  }
}

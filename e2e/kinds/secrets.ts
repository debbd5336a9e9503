import type { Secret } from '../../server/kinds/secrets/model.ts'
import type { Random } from '../oracle/random.ts'
import type { KindFixture } from './fixture.ts'
import { annotations, expectedDetail, expectedSummary, keySizes, labelPatch, labels, WORDS } from './parts.ts'

/** Nearly the 1 MiB that the API server accepts, with every byte there is. */
const LARGE = Buffer.alloc(1_040_000, Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))).toString(
  'base64',
)

function data(random: Random): Record<string, string> {
  return { word: base64(random.pick(WORDS)), ...(random.chance(0.5) ? { number: base64('12345') } : {}) }
}

export const secrets: KindFixture<Secret> = {
  apiVersion: 'v1',
  kind: 'Secret',
  plural: 'secrets',
  namespaced: true,
  event: 'secret',
  listed: 'everywhere',
  liveDetails: true,
  stem: 'secret',
  make: (random, { namespace = '', name }) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace, labels: labels(random), annotations: annotations(random) },
    type: 'example.com/word',
    data: data(random),
  }),
  listItem: (one) => ({ ...expectedSummary(one), ...fieldsOf(one) }),
  detail: (one) => ({ ...expectedDetail(one), ...fieldsOf(one) }),
  columns: (item) => ({
    NAME: String(item['name']),
    TYPE: String(item['type']),
    DATA: String([item['keys']].flat().length),
  }),
  cachedRead: ({ namespace }) => `/api/secrets?namespace=${namespace}&limit=1`,
  objects: ({ namespace }) => [
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'example', namespace, labels: { app: 'example' } },
      data: { password: base64('canary-of-a-secret'), bytes: '//79', empty: '' },
      immutable: true,
    },
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'nothing.at.all', namespace } },
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'large', namespace }, data: { large: LARGE } },
  ],
  inShop: () => 'example',
  churn: {
    names: 4,
    created: 3,
    deleted: 1,
    changes: [
      { weight: 1, patch: labelPatch },
      { weight: 3, patch: (random) => ({ data: data(random) }) },
    ],
  },
}

function fieldsOf({ type, data, immutable }: Secret) {
  return {
    type,
    keys: keySizes(data, (text) => Buffer.from(text, 'base64').length),
    immutable: immutable === true,
  }
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

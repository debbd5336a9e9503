import type { Deployment } from '../../server/kinds/deployments/model.ts'
import { detail, summary } from '../cluster/expected/deployment.ts'
import type { KindFixture } from './fixture.ts'
import { annotations, labels, podSpec, labelPatch } from './parts.ts'

export const deployments: KindFixture<Deployment> = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  plural: 'deployments',
  namespaced: true,
  event: 'deployment',
  listed: 'namespace',
  stem: 'deployment',
  make: (random, { namespace = '', name }) => {
    const app = { app: name }
    return {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, namespace, labels: labels(random), annotations: annotations(random) },
      spec: {
        replicas: random.below(3),
        paused: random.chance(0.1),
        selector: { matchLabels: app },
        template: { metadata: { labels: { ...app, ...labels(random) } }, spec: podSpec(random) },
      },
    }
  },
  listItem: summary,
  detail,
  columns: (item) => {
    const { desired, ready, available } = item['replicas'] as Record<string, number>
    return { NAME: String(item['name']), READY: `${ready}/${desired}`, AVAILABLE: String(available) }
  },
  cachedRead: ({ namespace }) => `/api/deployments?namespace=${namespace}&limit=1`,
  inShop: (shop) => shop.deployment,
  churn: {
    names: 4,
    created: 4,
    deleted: 2,
    changes: [
      {
        weight: 8,
        patch: (random) => ({
          ...labelPatch(random),
          spec: random.pick([
            { replicas: random.below(4) },
            { paused: random.chance(0.3) },
            { template: { metadata: { annotations: { turn: String(random.below(1000)) } } } },
          ]),
        }),
      },
    ],
  },
}

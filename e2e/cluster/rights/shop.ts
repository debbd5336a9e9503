import type { Node } from '../../../server/kinds/nodes/model.ts'
import type { Pod } from '../../../server/kinds/pods/model.ts'
import type { ShopObjects } from '../../kinds/fixture.ts'
import { until } from '../../support/until.ts'
import { world } from '../environment/world.ts'
import { createKindObjects, removeKindObjects } from '../fixtures/kind-objects.ts'

/** A namespace with a Deployment, for routes that need existing objects. */
export interface Shop extends ShopObjects {
  /** Returns the name of a running Pod; restarting it creates another. */
  pod(): Promise<string>
  remove(): Promise<void>
}

export async function openShop(namespace: string): Promise<Shop> {
  const { kubectl, pause } = world()
  const labels = { app: 'shop' }
  await kubectl.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
  await kubectl.apply({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'shop', namespace, labels },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { terminationGracePeriodSeconds: 0, containers: [{ name: 'main', image: pause }] },
      },
    },
  })
  await createKindObjects(namespace)
  const rolled = () => kubectl.text('rollout', 'status', '-n', namespace, 'deployment/shop', '--timeout=90s')
  await rolled()
  const [node] = await kubectl.items<Node>('nodes')
  return {
    namespace,
    deployment: 'shop',
    node: node?.metadata.name ?? '',
    pod: async () => {
      // During a rollout, a Pod of the old revision may go at any moment.
      await rolled()
      return until('a Pod that runs', async () => {
        const pods = await kubectl.items<Pod>('pods', '-n', namespace, '-l', 'app=shop')
        const running = pods.find(({ metadata, status }) => {
          const ready = status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True')
          return !metadata.deletionTimestamp && ready
        })
        return running?.metadata.name
      })
    },
    remove: async () => {
      await removeKindObjects(namespace)
      await kubectl.remove('namespace', namespace)
    },
  }
}

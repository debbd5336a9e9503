import type { Node } from '../../../server/kinds/nodes/model.ts'
import type { Pod } from '../../../server/kinds/pods/model.ts'
import type { ShopObjects } from '../../kinds/fixture.ts'
import { until } from '../../support/until.ts'
import { deployment } from '../environment/kubectl.ts'
import { world } from '../environment/world.ts'
import { createKindObjects, removeKindObjects } from '../fixtures/kind-objects.ts'

/** A namespace with objects for routes that need existing ones. */
export interface Shop extends ShopObjects {
  /** Returns the name of a running Pod; restarting it creates another. */
  pod(): Promise<string>
  remove(): Promise<void>
}

/** Its Pods are those that routes are asked about: restarts of the Deployment `shop` do not replace them. */
const PODS_OF = 'stall'

export async function openShop(namespace: string): Promise<Shop> {
  const { kubectl, pause } = world()
  await kubectl.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
  await kubectl.apply(
    deployment(namespace, 'shop', pause, { replicas: 2 }),
    deployment(namespace, PODS_OF, pause, { replicas: 2 }),
  )
  await createKindObjects(namespace)
  const deployments = ['deployment/shop', `deployment/${PODS_OF}`]
  await kubectl.text('wait', '-n', namespace, ...deployments, '--for=condition=Available', '--timeout=90s')
  const [node] = await kubectl.items<Node>('nodes')
  return {
    namespace,
    deployment: 'shop',
    node: node?.metadata.name ?? '',
    pod: () =>
      until('a Pod that runs', async () => {
        const pods = await kubectl.items<Pod>('pods', '-n', namespace, '-l', `app=${PODS_OF}`)
        const running = pods.find(({ metadata, status }) => {
          const ready = status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True')
          return !metadata.deletionTimestamp && ready
        })
        return running?.metadata.name
      }),
    remove: async () => {
      await removeKindObjects(namespace)
      await kubectl.remove('namespace', namespace)
    },
  }
}

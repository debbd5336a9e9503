import { expect } from 'chai'
import type { Deployment } from '../../server/kinds/deployments/model.ts'
import type { Pod } from '../../server/kinds/pods/model.ts'
import type { ReplicaSet } from '../../server/kinds/replicasets/model.ts'
import { call } from '../support/http.ts'
import { keyOf } from './environment/kubectl.ts'
import { world } from './environment/world.ts'
import { ageBetween, compare } from './compare.ts'
import * as expected from './expected/deployment.ts'
import { ownedPod } from './expected/pod.ts'
import { gallery } from './fixtures/gallery.ts'
import { statusColumn } from './status-column.ts'
import { whileUnchanged } from './stable.ts'

type Item = Record<string, unknown> & { name: string; age: string }
const ABSENT: Item = { name: '', age: '' }

describe('Deployments compared with kubectl', () => {
  const { kubectl, forward } = world()
  const get = async (path: string) => (await call(forward.api, 'GET', path)).json
  const everywhere = () => kubectl.items<Deployment>('deployments', '-A')
  const at = ({ metadata }: Deployment, rest = '') =>
    `/api/deployments/${metadata.name}${rest}?namespace=${metadata.namespace}`
  const ages = async () =>
    new Map(
      (await kubectl.table('deployments', '-A')).map((row) => [
        `${row['NAMESPACE']}/${row['NAME']}`,
        row['AGE'],
      ]),
    )

  before(async function () {
    this.timeout(240_000)
    await gallery()
  })

  it('lists', async () => {
    const words = new Set<unknown>()
    await whileUnchanged('Deployments', everywhere, async (objects) => {
      const earlier = await ages()
      const items = new Map<string, Item>()
      for (const namespace of new Set(objects.map(({ metadata }) => metadata.namespace))) {
        const { deployments } = await get(`/api/deployments?namespace=${namespace}`)
        for (const item of deployments as Item[]) items.set(`${namespace}/${item.name}`, item)
      }
      const later = await ages()
      return (object) => {
        const key = keyOf(object)
        const { age, ...rest } = items.get(key) ?? ABSENT
        compare(`list of Deployments: ${key}`, rest, expected.summary(object))
        ageBetween(age, earlier.get(key), later.get(key))
        words.add(rest['status'])
      }
    })
    expect([...words]).to.have.members(['Available', 'Progressing', 'Degraded', 'Paused'])
  })

  it('equals kubectl in details of Deployments', async () => {
    await whileUnchanged('Deployments', everywhere, async (objects) => {
      const answers = new Map<string, Record<string, unknown>>()
      for (const object of objects) answers.set(keyOf(object), await get(at(object)))
      return (object) => {
        const { age, ...rest } = answers.get(keyOf(object)) ?? {}
        expect(age).to.match(/^\d+[smhdy]$/)
        compare(`Deployment ${keyOf(object)}`, rest, expected.detail(object))
      }
    })
  })

  it('finds Pods of a Deployment by ownership', async () => {
    const owned = (pods: readonly Pod[], sets: readonly ReplicaSet[], { metadata: { uid } }: Deployment) => {
      const controls = (object: Pod | ReplicaSet, owners: readonly (string | undefined)[]) =>
        object.metadata.ownerReferences?.some((one) => one.controller && owners.includes(one.uid)) === true
      const own = sets.filter((set) => controls(set, [uid])).map((set) => set.metadata.uid)
      return pods.filter((pod) => controls(pod, own))
    }
    const look = async () => {
      const pods = await kubectl.items<Pod>('pods', '-A')
      const sets = await kubectl.items<ReplicaSet>('replicasets', '-A')
      return (await everywhere()).map((object) => {
        const of = owned(pods, sets, object)
        const resourceVersion = of.map((pod) => pod.metadata.resourceVersion).join()
        return { metadata: { ...object.metadata, resourceVersion }, object, of }
      })
    }
    let shown = 0
    await whileUnchanged("Deployments' Pods", look, async (objects) => {
      const column = await statusColumn(kubectl)
      const answers = new Map<string, unknown>()
      for (const one of objects) answers.set(keyOf(one), (await get(at(one.object, '/pods')))['pods'])
      return (one) => {
        const pods = one.of.map((pod) => ownedPod({ pod, status: column.get(keyOf(pod)) ?? '' }))
        compare(`Pods of Deployment ${keyOf(one)}`, answers.get(keyOf(one)), pods)
        shown += pods.length
      }
    })
    expect(shown).to.be.greaterThan(8)
  })
})

import { expect } from 'chai'
import type { Deployment } from '../../server/kinds/deployments/model.ts'
import type { Event } from '../../server/kinds/events/model.ts'
import type { Node } from '../../server/kinds/nodes/model.ts'
import type { ObjectMeta } from '../../server/cluster/objects.ts'
import type { Pod } from '../../server/kinds/pods/model.ts'
import { call } from '../support/http.ts'
import { keyOf } from './environment/kubectl.ts'
import { world } from './environment/world.ts'
import { compare } from './compare.ts'
import { eventsOf, expectedEvent } from './expected/event.ts'
import { gallery } from './fixtures/gallery.ts'
import { whileUnchanged } from './stable.ts'

interface Subject {
  metadata: ObjectMeta & { resourceVersion: string }
  events: Event[]
}

describe('kubectl and us: events', () => {
  const { kubectl, forward } = world()

  before(async function () {
    this.timeout(240_000)
    await gallery()
  })

  for (const [kind, plural] of [
    ['Deployment', 'deployments'],
    ['Pod', 'pods'],
    ['Node', 'nodes'],
  ] as const)
    it(`of each ${kind}`, async () => {
      let found = 0
      await whileUnchanged(`events of ${plural}`, subjects(kind, plural), async (objects) => {
        const answers = new Map<string, unknown>()
        for (const { metadata } of objects) answers.set(keyOf({ metadata }), await events(plural, metadata))
        return (object) => {
          const key = keyOf(object)
          compare(`events of ${kind} ${key}`, answers.get(key), object.events.map(expectedEvent))
          found += object.events.length
        }
      })
      expect(found).to.be.greaterThan(0)
    })

  it('of the object that has the name now, not of the one before it', async () => {
    const { namespace } = await gallery()
    const run = ['run', 'again', '-n', namespace, '--image', world().pause, '--restart=Never']
    for (const round of [1, 2]) {
      await kubectl.text(...run)
      await kubectl.text('wait', '-n', namespace, 'pod/again', '--for=condition=Ready', '--timeout=60s')
      if (round === 1) await kubectl.text('delete', '-n', namespace, 'pod/again', '--grace-period=1')
    }
    const all = await kubectl.items<Event>(
      'events',
      '-n',
      namespace,
      '--field-selector=involvedObject.name=again',
    )
    const uids = new Set(all.map(({ involvedObject }) => involvedObject?.uid))
    expect(uids.size).to.equal(2)
    const now = await kubectl.json<Pod>('get', 'pod', '-n', namespace, 'again')
    const ours = (await events('pods', now.metadata)) as unknown[]
    expect(ours.length).to.be.within(1, all.length - 1)
  })

  function subjects(kind: string, plural: string): () => Promise<Subject[]> {
    return async () => {
      const objects = await kubectl.items<Deployment | Pod | Node>(plural, '-A')
      const all = await kubectl.items<Event>('events', '-A')
      return objects.map(({ metadata }) => {
        const events = eventsOf(kind, metadata, all)
        const versions = events.map((one) => `${one.metadata.uid} ${one.metadata.resourceVersion}`)
        return { metadata: { ...metadata, resourceVersion: versions.join() }, events }
      })
    }
  }

  async function events(plural: string, { name, namespace }: ObjectMeta): Promise<unknown> {
    const scope = namespace === undefined ? '' : `?namespace=${namespace}`
    return (await call(forward.api, 'GET', `/api/${plural}/${name}/events${scope}`)).json['events']
  }
})

import { expect } from 'chai'
import type { Event } from '../../server/kinds/events/model.ts'
import type { ObjectMeta } from '../../server/cluster/objects.ts'
import type { Pod } from '../../server/kinds/pods/model.ts'
import { call } from '../support/http.ts'
import { world } from './environment/world.ts'
import type { RawObject } from '../kinds/fixture.ts'
import { compare } from './compare.ts'
import { expectedEvent, newestFirst } from './expected/event.ts'
import { gallery } from './fixtures/gallery.ts'
import { whileUnchanged } from './stable.ts'

describe('Events compared with kubectl', () => {
  const { kubectl, forward } = world()

  before(async function () {
    this.timeout(240_000)
    await gallery()
  })

  it('lists Events of the object that has the name now, not of the one before it', async () => {
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

  it('lists Events of a whole namespace, newest first, and of one reason', async () => {
    const { namespace } = await gallery()
    const read = async () => {
      const all = await kubectl.items<Event & RawObject>('events', '-n', namespace)
      const versions = all.map(({ metadata }) => `${metadata.uid} ${metadata.resourceVersion}`).join()
      return [{ metadata: { name: 'all', namespace, resourceVersion: versions }, all }]
    }
    await whileUnchanged(`events in ${namespace}`, read, async () => {
      const path = `/api/events?namespace=${namespace}`
      const whole = (await call(forward.api, 'GET', path)).json['events']
      const scheduled = (await call(forward.api, 'GET', `${path}&reason=Scheduled`)).json['events']
      return ({ all }) => {
        const expected = newestFirst(all).map(expectedEvent)
        compare('events of a namespace', whole, expected)
        const some = expected.filter(({ reason }) => reason === 'Scheduled')
        expect(some).to.have.length.above(0)
        compare('events of a reason', scheduled, some)
      }
    })
  })

  async function events(plural: string, { name, namespace }: ObjectMeta): Promise<unknown> {
    const scope = namespace === undefined ? '' : `?namespace=${namespace}`
    return (await call(forward.api, 'GET', `/api/${plural}/${name}/events${scope}`)).json['events']
  }
})

import { expect } from 'chai'
import type { Event } from '../../server/kinds/events/model.ts'
import type { ObjectMeta } from '../../server/cluster/objects.ts'
import type { Pod } from '../../server/kinds/pods/model.ts'
import { call } from '../support/http.ts'
import { world } from './environment/world.ts'
import { gallery } from './fixtures/gallery.ts'

describe('kubectl and us: events', () => {
  const { kubectl, forward } = world()

  before(async function () {
    this.timeout(240_000)
    await gallery()
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

  async function events(plural: string, { name, namespace }: ObjectMeta): Promise<unknown> {
    const scope = namespace === undefined ? '' : `?namespace=${namespace}`
    return (await call(forward.api, 'GET', `/api/${plural}/${name}/events${scope}`)).json['events']
  }
})

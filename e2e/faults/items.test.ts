import { expect } from 'chai'
import { pods } from '../../server/kinds/pods/kind.ts'
import type { Pod } from '../../server/kinds/pods/model.ts'
import { ItemRenderer } from '../../server/cluster/read/item-renderer.ts'
import { everything } from '../../server/cluster/cache/compiled-selector.ts'
import { Scheduler } from '../../server/core/scheduler.ts'
import { pod } from '../support/churn.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { reflect } from '../support/reflection.ts'

describe('the items of a kind', () => {
  it('builds all items at first, and then only those that changed and are read', async () => {
    const demo = await openDemoCluster({ pace: 'fast', controllers: false })
    for (const name of ['asked', 'left']) demo.apply(pod(name, 'Pending'))
    const view = { project: ({ metadata, status }: Pod) => `${metadata.name} ${status?.phase ?? ''}` }
    const shown = new ItemRenderer(new Scheduler(), () => undefined)
    const reflection = reflect(demo, pods, { view })
    const { store } = reflection.reflector
    const entries = () => ['asked', 'left'].map((name) => store.get('default', name))
    const items = () => entries().map((entry) => entry?.item)
    const change = async (phase: string) => {
      for (const name of ['asked', 'left']) demo.apply(pod(name, phase))
      await reflection.caughtUp()
    }
    await reflection.caughtUp()
    expect(store.select(undefined, everything).map(({ item }) => typeof item)).to.satisfy(
      (types: string[]) => types.length > 1 && types.every((type) => type === 'string'),
    )
    const [asked] = entries()
    expect(items()).to.deep.equal(['"asked Pending"', '"left Pending"'])
    if (asked !== undefined) shown.item(asked, { view, now: 0, plural: 'pods' })
    await change('Running')
    expect(items()).to.deep.equal(['"asked Running"', undefined])
    await change('Failed')
    expect(items()).to.deep.equal([undefined, undefined])
  })
})

import { expect } from 'chai'
import { startDemoCluster } from '../../server/demo/cluster.ts'
import { pods } from '../../server/kube/kinds.ts'
import type { Pod } from '../../server/kube/objects.ts'
import { Shown } from '../../server/kube/shown.ts'
import { everything } from '../../server/kube/watch/select.ts'
import { Turns } from '../../server/turns.ts'
import { pod } from '../target/churn.ts'
import { reflect } from '../target/reflection.ts'

describe('the items of a kind', () => {
  it('are made of all there is at first, then of what changes if somebody has asked for it', async () => {
    const demo = await startDemoCluster({ pace: 'fast', controllers: false })
    for (const name of ['asked', 'left']) demo.apply(pod(name, 'Pending'))
    const view = { show: ({ metadata, status }: Pod) => `${metadata.name} ${status?.phase ?? ''}` }
    const shown = new Shown(new Turns(), () => undefined)
    const reflection = reflect(demo, pods, { view })
    const { store } = reflection.reflector
    const entries = () => ['asked', 'left'].map((name) => store.get('default', name))
    const items = () => entries().map((entry) => entry?.item)
    const change = async (phase: string) => {
      for (const name of ['asked', 'left']) demo.apply(pod(name, phase))
      await reflection.caughtUp()
    }
    try {
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
    } finally {
      await reflection.close()
      await demo.close()
    }
  })
})

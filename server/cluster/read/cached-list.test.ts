import { expect } from 'chai'
import { Scheduler } from '../../core/scheduler.ts'
import { pods } from '../../kinds/pods/kind.ts'
import type { Pod } from '../../kinds/pods/model.ts'
import { cachedObjectFactory } from '../../testing/build-cached-object.ts'
import { ManualClock } from '../../testing/manual-time.ts'
import { viewObjects } from './cached-list.ts'
import { ItemRenderer } from './item-renderer.ts'
import { MemoizedView, ViewMemo } from './memoized-view.ts'

const IDLE_MS = 15 * 60_000
const factory = cachedObjectFactory(pods)
const pod = (name: string, resourceVersion: string) =>
  factory.entry({ metadata: { namespace: 'shop', name, resourceVersion } })

/** Lists Pods by a memoized view of their names, and records what is computed and what is left out. */
class NameList {
  readonly time = new ManualClock()
  readonly computed: string[] = []
  quarantined = 0
  readonly view = new MemoizedView(({ metadata: { name, resourceVersion = '' } }: Pod) => {
    this.computed.push(`${name}@${resourceVersion}`)
    if (name === 'broken') throw new TypeError('no Pod')
    return { name }
  })
  readonly #caches = {
    memo: new ViewMemo(this.time),
    renderer: new ItemRenderer(new Scheduler(), () => this.quarantined++),
    scheduler: new Scheduler(),
  }

  async of(...entries: ReturnType<typeof pod>[]): Promise<readonly { name: string }[]> {
    return viewObjects(this.#caches, pods, entries, this.view)
  }
}

describe('viewObjects with a memoized view', () => {
  it('computes the view of a version once, and shares the value', async () => {
    const list = new NameList()
    const [web, cart] = [pod('web', '1'), pod('cart', '2')]
    const [first] = await list.of(web, cart)
    const [, again] = await list.of(cart, web)
    expect(again).to.equal(first)
    expect(list.computed).to.deep.equal(['web@1', 'cart@2'])
  })

  it('computes the view of a new version of an object', async () => {
    const list = new NameList()
    await list.of(pod('web', '1'))
    expect(await list.of(pod('web', '3'))).to.deep.equal([{ name: 'web' }])
    expect(list.computed).to.deep.equal(['web@1', 'web@3'])
  })

  it('counts an object that does not match its kind in every list, and leaves it out', async () => {
    const list = new NameList()
    const broken = pod('broken', '1')
    for (const count of [1, 2]) {
      expect(await list.of(broken)).to.deep.equal([])
      expect(list.quarantined).to.equal(count)
    }
  })

  it('drops the values that no list used for 15 minutes', async () => {
    const list = new NameList()
    const web = pod('web', '1')
    await list.of(web)
    list.time.turn(IDLE_MS - 1)
    await list.of(web)
    list.time.turn(IDLE_MS - 1)
    await list.of(web)
    expect(list.computed, 'used within 15 minutes').to.have.length(1)
    list.time.turn(IDLE_MS)
    expect(list.time.due, 'timers').to.deep.equal([])
    await list.of(web)
    expect(list.computed, 'idle').to.have.length(2)
  })
})

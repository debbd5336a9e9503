import { expect } from 'chai'
import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check'
import { Scheduler } from '../../core/scheduler.ts'
import { pods } from '../../kinds/pods/kind.ts'
import type { Pod } from '../../kinds/pods/model.ts'
import { cachedObjectFactory } from '../../testing/build-cached-object.ts'
import { ManualClock } from '../../testing/manual-time.ts'
import { selectorFor } from '../cache/compiled-selector.ts'
import { Store } from '../cache/store.ts'
import { viewObjects } from './cached-list.ts'
import type { Selection } from './cluster.ts'
import { ItemRenderer } from './item-renderer.ts'
import { MemoizedView, ViewMemo } from './memoized-view.ts'

const IDLE_MS = 15 * 60_000
const factory = cachedObjectFactory(pods)

/** Lists the Pods of a store by a memoized view, and records what is computed and what is left out. */
class ViewedPods {
  readonly time = new ManualClock()
  readonly store = new Store<Pod>(pods)
  computed: string[] = []
  quarantined = 0
  #version = 1
  readonly #view = new MemoizedView(({ metadata: { name, resourceVersion = '' } }: Pod) => {
    this.computed.push(name)
    if (name === 'broken') throw new TypeError('no Pod')
    return { name, resourceVersion }
  })
  readonly #caches = {
    memo: new ViewMemo(this.time),
    renderer: new ItemRenderer(new Scheduler(), () => this.quarantined++),
    scheduler: new Scheduler(),
  }

  constructor(...names: string[]) {
    this.store.replace(this.store.list(), '1')
    for (const name of names) this.put(name)
  }

  /** Stores a new version of a Pod, or deletes it. */
  put(name: string, { namespace = 'shop', deleted = false, labels = {} } = {}): void {
    const resourceVersion = String(++this.#version)
    this.store.apply(factory.entry({ metadata: { namespace, name, resourceVersion, labels } }), deleted)
  }

  async list(
    selection: Selection = {},
    signal?: AbortSignal,
  ): Promise<readonly { name: string; resourceVersion: string }[]> {
    const selector = selectorFor<Pod>(pods, selection)
    if (selector === undefined) throw new Error('not selectable')
    const parts = [{ reflector: { store: this.store }, namespace: selection.namespace }]
    return viewObjects(this.#caches, pods, { parts, selector, signal }, this.#view)
  }
}

describe('viewObjects with a memoized view', () => {
  it('computes the view of a version once, for lists of all and of some', async () => {
    const viewed = new ViewedPods('cart', 'web')
    const [cart] = await viewed.list()
    for (const selection of [{}, { namespace: 'shop' }, { labelSelector: '!app' }])
      expect((await viewed.list(selection))[0], JSON.stringify(selection)).to.equal(cart)
    expect(viewed.computed).to.deep.equal(['cart', 'web'])
  })

  it('computes the view of a new version of an object, and of no other', async () => {
    const viewed = new ViewedPods('cart', 'web', 'zoo')
    await viewed.list()
    viewed.computed = []
    viewed.put('web')
    expect((await viewed.list()).map(({ resourceVersion }) => resourceVersion)).to.deep.equal(['2', '5', '4'])
    expect(viewed.computed).to.deep.equal(['web'])
  })

  it('counts an object that does not match its kind in every list, and leaves it out', async () => {
    const viewed = new ViewedPods('broken', 'web')
    for (const count of [1, 2]) {
      expect((await viewed.list()).map(({ name }) => name)).to.deep.equal(['web'])
      expect(viewed.quarantined).to.equal(count)
    }
  })

  it('returns lists that callers may change', async () => {
    const viewed = new ViewedPods('web')
    const first = await viewed.list()
    ;(first as unknown[]).push('another')
    expect(await viewed.list()).to.have.length(1)
  })

  it('ends with its request', async () => {
    const viewed = new ViewedPods(...Array.from({ length: 10_000 }, (_, n) => `p${n}`))
    const request = new AbortController()
    const listed = viewed.list({}, request.signal).then(
      () => 'all',
      (reason: Error) => reason.message,
    )
    request.abort(new Error('the caller left'))
    expect(await listed).to.equal('the caller left')
    expect(viewed.computed.length).to.be.within(1, 9_999)
  })

  it('drops the values that no list used for 15 minutes', async () => {
    const viewed = new ViewedPods('web')
    await viewed.list()
    for (const _ of [1, 2]) {
      viewed.time.turn(IDLE_MS - 1)
      await viewed.list()
    }
    expect(viewed.computed, 'used within 15 minutes').to.have.length(1)
    viewed.time.turn(IDLE_MS)
    expect(viewed.time.due, 'timers').to.deep.equal([])
    await viewed.list()
    expect(viewed.computed, 'idle').to.have.length(2)
  })

  it('returns the current versions, whatever has changed between lists', () =>
    assert(
      asyncProperty(
        array(
          record({
            name: nat(30),
            namespace: constantFrom('a', 'b'),
            deleted: constantFrom(false, false, true),
            list: constantFrom<Selection | undefined>(
              {},
              { namespace: 'a' },
              { labelSelector: 'x' },
              undefined,
            ),
          }),
          { minLength: 10, maxLength: 100 },
        ),
        async (steps) => {
          const viewed = new ViewedPods()
          for (const { name, list, ...how } of steps) {
            viewed.put(`p${name}`, { ...how, labels: name % 3 === 0 ? { x: '1' } : {} })
            if (list === undefined) continue
            const selector = selectorFor<Pod>(pods, list)
            const expected = selector && viewed.store.select(list.namespace, selector)
            expect(
              (await viewed.list(list)).map((one) => `${one.name} ${one.resourceVersion}`),
            ).to.deep.equal(expected?.map((entry) => `${entry.name} ${entry.version}`))
          }
        },
      ),
      { numRuns: 100 },
    ))
})

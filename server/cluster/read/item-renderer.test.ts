import { expect } from 'chai'
import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check'
import { cachedObjectFactory } from '../../testing/build-cached-object.ts'
import { Scheduler } from '../../core/scheduler.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { listingBytes, chunksOf } from './list-serializer.ts'
import { ItemRenderer, type RenderOptions, type RenderedList } from './item-renderer.ts'
import type { Projection } from './projection.ts'
import { everything } from '../cache/compiled-selector.ts'
import { Store } from '../cache/store.ts'

type Pod = { metadata: { name: string; resourceVersion: string } }

const projection = cachedObjectFactory(pods)
/** Milliseconds after which the projection of an object whose name ends in an odd digit changes. */
const period = 100
const view: Projection<unknown, string> = {
  project: (object, now) => {
    const { name, resourceVersion } = (object as Pod).metadata
    if (name.endsWith('3')) throw new TypeError('cannot be shown')
    return `${name} é ${resourceVersion} ${/[1579]$/.test(name) ? Math.floor(now / period) : ''}`
  },
  expiresAt: (object, now) =>
    /[1579]$/.test((object as Pod).metadata.name) ? (Math.floor(now / period) + 1) * period : Infinity,
}

/** Two stores, one for each of two namespaces, and their projected lists. */
class Lists {
  readonly stores = [new Store(pods), new Store(pods)]
  #version = 0

  constructor() {
    for (const store of this.stores) store.replace(store.list(), '1')
    this.#version = 1
  }

  change(at: number, name: number, deleted: boolean): void {
    const resourceVersion = String(++this.#version)
    const metadata = { namespace: `n${at}`, name: `p${String(name).padStart(4, '0')}`, resourceVersion }
    this.stores[at]?.apply(projection.entry({ metadata }), deleted)
  }

  chosen(): ReturnType<Store<unknown>['select']>[] {
    return this.stores.map((store) => store.select(undefined, everything))
  }
}

describe('a list that is shown again', () => {
  const shown = new ItemRenderer(new Scheduler(), () => undefined)
  const at = (now: number): RenderOptions<unknown, string> => ({ view, now, plural: 'pods' })

  it('reads as if it were made of nothing that was before, whatever has changed and whatever the time is', () =>
    assert(
      asyncProperty(
        array(
          record({
            store: nat(1),
            name: nat(150),
            change: constantFrom('put', 'put', 'put', 'delete', 'none'),
            passed: constantFrom(0, 0, 1, 30, 100, -50),
          }),
          { minLength: 20, maxLength: 120 },
        ),
        async (steps) => {
          const lists = new Lists()
          for (let name = 0; name < 150; name++) for (const store of [0, 1]) lists.change(store, name, false)
          let before: RenderedList | undefined
          let now = 1000
          for (const { store, name, change, passed } of steps) {
            if (change !== 'none') lists.change(store, name, change === 'delete')
            now += passed
            const list = listingBytes('pods', await shown.pieces(lists.chosen(), at(now), before), {})
            before = list
            const { items, expiresAt: until } = await shown.items(lists.chosen().flat(), at(now))
            expect(list.bytes.toString()).to.equal(
              JSON.stringify({ pods: items.map((item) => JSON.parse(item)) }),
            )
            expect(list.expiresAt).to.equal(until)
          }
        },
      ),
      { numRuns: 20 },
    ))

  it('makes again no piece in which nothing has changed', async () => {
    const lists = new Lists()
    for (let name = 0; name < 300; name += 2) lists.change(0, name, false)
    const first = listingBytes('pods', await shown.pieces(lists.chosen(), at(0), undefined), {})
    lists.change(0, 100, false)
    const second = await shown.pieces(lists.chosen(), at(0), first)
    expect(second.pieces.map((piece, index) => piece === first.pieces[index])).to.deep.equal([
      true,
      false,
      true,
      true,
      true,
    ])
  })

  it('does not take an entry of one store for one of another that was taken in as early', async () => {
    const lists = new Lists()
    for (const store of [0, 1]) for (let name = 0; name < 64; name += 2) lists.change(store, name, false)
    const both = listingBytes('pods', await shown.pieces(lists.chosen(), at(0), undefined), {})
    expect(both.pieces[0]?.digest).to.not.equal(both.pieces[1]?.digest)
    for (let name = 0; name < 64; name += 2) lists.change(0, name, true)
    const second = await shown.pieces(lists.chosen(), at(0), both)
    expect(second.pieces.map(({ digest }) => digest)).to.deep.equal([both.pieces[1]?.digest])
  })

  it('has the tag that the same items have wherever they are put together', async () => {
    const lists = new Lists()
    for (let name = 0; name < 200; name += 2) lists.change(0, name, false)
    const made = listingBytes('pods', await shown.pieces(lists.chosen(), at(0), undefined), {})
    const { items } = await shown.items(lists.chosen().flat(), at(0))
    const live = listingBytes('pods', chunksOf(items, 0), {})
    expect(live.bytes.equals(made.bytes)).to.equal(true)
    expect(live.etag).to.equal(made.etag)
    const others = [
      listingBytes('pods', chunksOf(items.slice(1), 0), {}),
      listingBytes('pods', chunksOf(items.toReversed(), 0), {}),
      listingBytes('jobs', chunksOf(items, 0), {}),
      listingBytes('pods', chunksOf(items, 0), { remaining: 1 }),
    ]
    expect(new Set([live.etag, ...others.map(({ etag }) => etag)]).size).to.equal(5)
  })
})

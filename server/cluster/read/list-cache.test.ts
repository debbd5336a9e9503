import { expect } from 'chai'
import { MemoryLedger } from '../../core/memory-ledger.ts'
import { SerializedListCache } from './list-cache.ts'
import { SerializedBody } from '../../core/serialized-body.ts'

describe('pages', () => {
  const view = {}
  const store = {}
  let pages: SerializedListCache<SerializedBody<unknown>>
  let made: number
  let ledger: MemoryLedger

  beforeEach(() => {
    ledger = new MemoryLedger(2000)
    pages = new SerializedListCache(ledger)
    made = 0
  })
  const page = (changed: number, now: number, until = Infinity, on: { store?: object; view?: object } = {}) =>
    pages.list(
      'key',
      { dependencies: [{ store: on.store ?? store, changed: String(changed) }], view: on.view ?? view, now },
      async () => {
        made++
        return SerializedBody.fromJson(`{"made":${made}}`, until)
      },
    )

  it('builds a page once per state, however many ask', async () => {
    const answers = await Promise.all([page(1, 0), page(1, 1), page(1, 2)])
    expect(new Set(answers.map(({ etag }) => etag)).size).to.equal(1)
    await page(1, 1_000_000)
    expect(made).to.equal(1)
  })

  it('builds a page again after a change, for another view, and on another store', async () => {
    await page(1, 0)
    await page(2, 0)
    await page(2, 0, Infinity, { view: {} })
    await page(2, 0, Infinity, { store: {} })
    expect(made).to.equal(4)
  })

  it('hold until an age in them changes, and F22 not before they were made', async () => {
    await page(1, 1000, 2000)
    await page(1, 1999, 3000)
    expect(made).to.equal(1)
    await page(1, 2000, 3000)
    expect(made).to.equal(2)
    await page(1, 1500, 3000)
    expect(made).to.equal(3)
  })

  it('reuses items of the same stores and the same view only', async () => {
    const given: (string | undefined)[] = []
    const on = async (changed: string, by: { store?: object; view?: object } = {}): Promise<void> => {
      const ground = [{ store: by.store ?? store, changed }]
      await pages.list('key', { dependencies: ground, view: by.view ?? view, now: 0 }, async (before) => {
        given.push(before?.bytes.toString())
        return SerializedBody.fromJson(changed, Infinity)
      })
    }
    await on('1')
    await on('2')
    // While '3' is being computed, '4' is computed from what '3' was computed from.
    await Promise.all([on('3'), on('4')])
    await on('5', { view: {} })
    await on('6', { store: {} })
    expect(given).to.deep.equal([undefined, '1', '2', '2', undefined, undefined])
  })

  it('keeps no page that could not be built', async () => {
    const ground = [{ store, changed: '1' }]
    const failing = pages.list('key', { dependencies: ground, view, now: 0 }, async () =>
      Promise.reject(new Error('no')),
    )
    expect(await failing.catch((error: unknown) => String(error))).to.equal('Error: no')
    await page(1, 0)
    expect(made).to.equal(1)
  })

  it('limits pages by number and bytes, and drops the least recently used first', async () => {
    const make = async (size: number) => SerializedBody.of('x'.repeat(size), Infinity)
    const other = (name: string, size: number) =>
      pages.list(name, { dependencies: [{ store, changed: '1' }], view, now: 0 }, () => make(size))
    await page(1, 0)
    await other('older', 400)
    await page(1, 0)
    await other('large', 700)
    expect(ledger.used).to.be.at.most(2000)
    await page(1, 0)
    expect(made, 'used after the one that was evicted').to.equal(1)
    pages.close()
    expect(ledger.used).to.equal(0)
    const many = new SerializedListCache<SerializedBody<unknown>>(new MemoryLedger(1_000_000))
    let computed = 0
    const list = (name: string) =>
      many.list(name, { dependencies: [{ store, changed: '1' }], view, now: 0 }, async () => {
        computed++
        return make(1)
      })
    for (let n = 0; n < 513; n++) await list(`list-${n}`)
    await list('list-512')
    await list('list-0')
    expect(computed).to.equal(514)
  })
})

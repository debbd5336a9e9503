import { expect } from 'chai'
import { NotConfiguredError, PayloadTooLargeError } from '../../core/errors.ts'
import { ManualClock } from '../../testing/manual-time.ts'
import { MAX_PLAIN_BYTES } from './limits.ts'
import type { Person } from './people.ts'
import { RecordChangedError, type RecordStore } from './record-store.ts'
import type { SettingsRecord } from './record.ts'
import { Records } from './records.ts'
import { MemoryStore } from './stores/memory-store.ts'
import { UnavailableStore } from './stores/unavailable-store.ts'

const { signal } = new AbortController()
const ada: Person = { key: `u-${'a'.repeat(40)}`, user: 'oidc:ada', subject: 'https://issuer.example 1' }
const everyone: Person = { key: 'everyone', user: 'everyone', subject: '' }

/** A clock whose timers run at once; it notes their delays. */
class HastyClock extends ManualClock {
  readonly delays: number[] = []

  override after(milliseconds: number, run: () => void): () => void {
    this.delays.push(milliseconds)
    queueMicrotask(run)
    return () => undefined
  }
}

/** A store in which another replica writes before each of the first writes. */
class BusyStore extends MemoryStore {
  reads = 0
  writes = 0
  readonly #others: number

  constructor(others: number) {
    super()
    this.#others = others
  }

  override async read(...parameters: Parameters<RecordStore['read']>) {
    this.reads++
    return super.read(...parameters)
  }

  override async write(...parameters: Parameters<RecordStore['write']>): Promise<string> {
    const [key, record] = parameters
    if (++this.writes <= this.#others) {
      const current = await super.read(key, signal)
      const plain = { ...current?.record.plain, [`other${this.writes}`]: this.writes }
      await super.write(key, { ...record, plain }, current?.version, signal)
    }
    return super.write(...parameters)
  }
}

const add =
  (name: string, value: unknown) =>
  async (record: SettingsRecord): Promise<SettingsRecord> => ({
    ...record,
    plain: { ...record.plain, [name]: value },
  })
const failure = (attempt: Promise<unknown>) => attempt.catch((error: unknown) => error)

describe('records of people', () => {
  it('repeats a change on the current record while others write, with growing pauses', async () => {
    const store = new BusyStore(4)
    const time = new HastyClock()
    const changed = await new Records(store, time).update(ada, signal, add('own', 0))
    expect(changed.plain).to.deep.equal({ other1: 1, other2: 2, other3: 3, other4: 4, own: 0 })
    expect((await store.read(ada.key, signal))?.record).to.deep.equal(changed)
    expect(time.delays).to.deep.equal([10, 20, 40, 80])
  })

  it('gives up after five attempts, and keeps what others wrote [K7]', async () => {
    const store = new BusyStore(5)
    const error = await failure(new Records(store, new HastyClock()).update(ada, signal, add('own', 0)))
    expect(error).to.be.instanceOf(RecordChangedError)
    expect(store.writes).to.equal(5)
    expect((await store.read(ada.key, signal))?.record.plain).to.not.have.property('own')
  })

  it('stops with the request while it waits for another attempt', async () => {
    const store = new BusyStore(5)
    const request = new AbortController()
    const time = new ManualClock()
    const updating = failure(new Records(store, time).update(ada, request.signal, add('own', 0)))
    while (time.due.length === 0) await Promise.resolve()
    request.abort(new Error('the client disconnected'))
    expect(await updating).to.have.property('message', 'the client disconnected')
    expect(store.writes).to.equal(1)
  })

  it('writes nothing if the change returns the same record', async () => {
    const store = new BusyStore(0)
    const records = new Records(store, new ManualClock())
    const record = await records.update(ada, signal, async (same) => same)
    expect(record).to.deep.equal({ user: ada.user, subject: ada.subject, plain: {}, sealed: {} })
    expect([store.reads, store.writes]).to.deep.equal([1, 0])
  })

  it('changes a record one after the other, so that requests of one replica do not conflict', async () => {
    const store = new BusyStore(0)
    const records = new Records(store, new ManualClock())
    await Promise.all(Array.from({ length: 200 }, (_, n) => records.update(ada, signal, add(`n${n}`, n))))
    expect(Object.keys((await records.read(ada, signal)).plain)).to.have.length(200)
    expect(store.writes).to.equal(200)
  })

  it('hides the sealed fields of another account that had the name, and removes them with the first change [K5]', async () => {
    const store = new MemoryStore()
    const records = new Records(store, new ManualClock())
    await records.update(ada, signal, async (record) => ({
      ...record,
      plain: { pins: ['/pods'] },
      sealed: { basket: 'k.x' },
    }))
    for (const subject of ['https://issuer.example 2', '']) {
      const other = { ...ada, subject }
      expect(await records.read(other, signal)).to.deep.equal({
        user: ada.user,
        subject,
        plain: { pins: ['/pods'] },
        sealed: {},
      })
    }
    expect((await records.read(ada, signal)).sealed).to.deep.equal({ basket: 'k.x' })
    const other = { ...ada, subject: 'https://issuer.example 2' }
    await records.update(other, signal, add('pins', []))
    expect((await store.read(ada.key, signal))?.record).to.deep.equal({
      user: ada.user,
      subject: other.subject,
      plain: { pins: [] },
      sealed: {},
    })
  })

  it('shares the sealed fields of everyone', async () => {
    const store = new MemoryStore()
    const sealed = { basket: 'k.x' }
    await store.write('everyone', { user: 'everyone', subject: 'any', plain: {}, sealed }, undefined, signal)
    expect((await new Records(store, new ManualClock()).read(everyone, signal)).sealed).to.deep.equal(sealed)
  })

  it('names the person in a record whose name was edited to something else', async () => {
    const store = new MemoryStore()
    const edited = { user: '', subject: ada.subject, plain: {}, sealed: {} }
    await store.write(ada.key, edited, undefined, signal)
    await new Records(store, new ManualClock()).update(ada, signal, add('n', 1))
    expect((await store.read(ada.key, signal))?.record).to.deep.equal({
      user: ada.user,
      subject: ada.subject,
      plain: { n: 1 },
      sealed: {},
    })
  })

  it('reads an empty record where there is no place for records, and rejects changes with the hint', async () => {
    const records = new Records(new UnavailableStore('set crds.install'), new ManualClock())
    expect(await records.read(ada, signal)).to.deep.include({ plain: {}, sealed: {} })
    const error = await failure(records.update(ada, signal, async (same) => same))
    expect(error).to.be.instanceOf(NotConfiguredError)
    expect(error).to.have.property('hint', 'set crds.install')
  })

  it('rejects a change over the limit of what is stored in clear, unless the record shrinks', async () => {
    const store = new MemoryStore()
    const records = new Records(store, new ManualClock())
    const empty = JSON.stringify({ a: '' }).length
    await records.update(ada, signal, add('a', 'x'.repeat(MAX_PLAIN_BYTES - empty)))
    const error = await failure(
      records.update(ada, signal, add('a', 'x'.repeat(MAX_PLAIN_BYTES - empty + 1))),
    )
    expect(error).to.be.instanceOf(PayloadTooLargeError)
    expect(error)
      .to.have.property('message')
      .that.includes(`${MAX_PLAIN_BYTES + 1} bytes`)
    const large = { user: ada.user, subject: ada.subject, plain: { a: 'x'.repeat(300_000) }, sealed: {} }
    const { version } = (await store.read(ada.key, signal)) ?? expect.fail('no record')
    await store.write(ada.key, large, version, signal)
    await records.update(ada, signal, add('a', 'x'.repeat(290_000)))
    expect((await records.read(ada, signal)).plain['a']).to.have.length(290_000)
  })
})

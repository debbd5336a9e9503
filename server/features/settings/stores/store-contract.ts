import { expect } from 'chai'
import {
  ALERTS,
  EVERYONE,
  NOTIFICATIONS,
  RecordChangedError,
  type RecordKey,
  type RecordStore,
} from '../record-store.ts'
import type { SettingsRecord } from '../record.ts'

/** Opens stores for one test. */
export interface StoreFixture {
  /** Opens an empty store. */
  readonly open: () => Promise<RecordStore>
  /** Opens a second store on the records of the first; undefined if they end with it. */
  readonly reopen?: () => Promise<RecordStore>
}

const ADA: RecordKey = `u-${'a'.repeat(40)}`
const { signal } = new AbortController()

const record: SettingsRecord = {
  user: 'oidc:ada',
  subject: 'https://issuer.example 1234',
  plain: {
    settings: { themeMode: 'dark', autoRefreshInterval: 30 },
    aliases: { 'arn:aws:eks:eu-1:1:cluster/shop': 'Läden 🛒', constructor: 'x' },
    pins: ['/pods', '/nodes'],
    later: { version: 2, list: [null, true, 0.5, ''] },
  },
  sealed: { basket: `k1.${'A'.repeat(100_000)}`, token: 'k1.B' },
}

/** Declares the tests that every store has to pass. */
export function describeStore(name: string, { open, reopen }: StoreFixture): void {
  describe(name, () => {
    let store: RecordStore

    beforeEach(async () => {
      store = await open()
    })
    testReads(() => store)
    testConflicts(() => store)
    if (reopen === undefined) return
    it('reads the records of an earlier store in the same place', async () => {
      const version = await store.write(ADA, record, undefined, signal)
      const second = await reopen()
      expect(await second.read(ADA, signal)).to.deep.equal({ record, version })
      const next = await second.write(ADA, withPlain({}), version, signal)
      expect(await second.read(ADA, signal)).to.deep.equal({ record: withPlain({}), version: next })
    })
    it('reads the records of the installation of an earlier store', async () => {
      for (const key of [NOTIFICATIONS, ALERTS, EVERYONE] as const)
        await store.write(key, { ...record, user: key }, undefined, signal)
      const second = await reopen()
      for (const key of [NOTIFICATIONS, ALERTS, EVERYONE] as const)
        expect((await second.read(key, signal))?.record.user).to.equal(key)
    })
  })
}

function testReads(store: () => RecordStore): void {
  it('reads nothing for a key that was never written', async () => {
    expect(await store().read(ADA, signal)).to.equal(undefined)
    expect(await store().read(EVERYONE, signal)).to.equal(undefined)
  })

  it('reads a record as it was written, with fields that it does not know', async () => {
    const version = await store().write(ADA, record, undefined, signal)
    expect(await store().read(ADA, signal)).to.deep.equal({ record, version })
  })

  it('keeps the records of two keys apart', async () => {
    const shared = { user: EVERYONE, subject: '', plain: {}, sealed: {} }
    const version = await store().write(EVERYONE, shared, undefined, signal)
    await store().write(ADA, record, undefined, signal)
    expect(await store().read(EVERYONE, signal)).to.deep.equal({ record: shared, version })
  })

  it('replaces the whole record, so that removed fields are gone', async () => {
    const first = await store().write(ADA, record, undefined, signal)
    const smaller = { ...withPlain({ pins: [] }), sealed: {} }
    const version = await store().write(ADA, smaller, first, signal)
    expect(version).to.not.equal(first)
    expect(await store().read(ADA, signal)).to.deep.equal({ record: smaller, version })
  })

  it('keeps a record although the object that was passed changes later', async () => {
    const passed = structuredClone(record)
    const version = await store().write(ADA, passed, undefined, signal)
    Object.assign(passed.plain, { later: 'changed' })
    expect(await store().read(ADA, signal)).to.deep.equal({ record, version })
  })

  it('rejects with the reason of a signal that has fired', async () => {
    const aborted = AbortSignal.abort(new Error('the client disconnected'))
    for (const attempt of [store().read(ADA, aborted), store().write(ADA, record, undefined, aborted)])
      expect(await failure(attempt)).to.have.property('message', 'the client disconnected')
    expect(await store().read(ADA, signal)).to.equal(undefined)
  })
}

function testConflicts(store: () => RecordStore): void {
  it('rejects a write at an earlier version and leaves the record as it is', async () => {
    const first = await store().write(ADA, record, undefined, signal)
    const version = await store().write(ADA, withPlain({ n: 2 }), first, signal)
    expect(await failure(store().write(ADA, withPlain({ n: 3 }), first, signal))).to.be.instanceOf(
      RecordChangedError,
    )
    expect(await store().read(ADA, signal)).to.deep.equal({ record: withPlain({ n: 2 }), version })
  })

  it('rejects the creation of a record that exists', async () => {
    const version = await store().write(ADA, record, undefined, signal)
    expect(await failure(store().write(ADA, withPlain({}), undefined, signal))).to.be.instanceOf(
      RecordChangedError,
    )
    expect(await store().read(ADA, signal)).to.deep.equal({ record, version })
  })

  it('rejects a write at the version of a record that does not exist', async () => {
    const version = await store().write(ADA, record, undefined, signal)
    expect(await failure(store().write(EVERYONE, record, version, signal))).to.be.instanceOf(
      RecordChangedError,
    )
    expect(await store().read(EVERYONE, signal)).to.equal(undefined)
  })

  it('accepts one of several writes at the same version', async () => {
    const first = await store().write(ADA, record, undefined, signal)
    const attempts = Array.from({ length: 10 }, (_, n) => store().write(ADA, withPlain({ n }), first, signal))
    const results = await Promise.allSettled(attempts)
    const accepted = results.flatMap((result, n) =>
      result.status === 'fulfilled' ? [{ version: result.value, record: withPlain({ n }) }] : [],
    )
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(accepted.length).to.equal(1)
    for (const reason of reasons) expect(reason).to.be.instanceOf(RecordChangedError)
    expect(await store().read(ADA, signal)).to.deep.equal(accepted[0])
  })

  it('loses none of many interleaved writes that are repeated after a change', async () => {
    const add = async (n: number): Promise<void> => {
      for (;;) {
        const current = await store().read(ADA, signal)
        const next = withPlain({ ...current?.record.plain, [`n${n}`]: n })
        const error = await failure(store().write(ADA, next, current?.version, signal))
        if (error === undefined) return
        if (!(error instanceof RecordChangedError)) throw error
      }
    }
    await Promise.all(Array.from({ length: 20 }, (_, n) => add(n)))
    expect(Object.keys((await store().read(ADA, signal))?.record.plain ?? {}).length).to.equal(20)
  })
}

function withPlain(plain: SettingsRecord['plain']): SettingsRecord {
  return { ...record, plain }
}

async function failure(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    () => undefined,
    (error: unknown) => error,
  )
}

import { expect } from 'chai'
import { ContinueExpiredError, TooManyRequestsError, UnavailableError } from '../../../core/errors.ts'
import { MemoryLedger } from '../../../core/memory-ledger.ts'
import { ManualClock } from '../../../testing/manual-time.ts'
import { cachedObjectFactory } from '../../../testing/build-cached-object.ts'
import { pods } from '../../../kinds/pods/kind.ts'
import { pageAfter, PaginationSnapshots } from './snapshots.ts'

describe('lists that are paged through', () => {
  const projection = cachedObjectFactory(pods)
  const entries = ['a', 'b', 'c', 'd', 'e'].map((name) =>
    projection.entry({ metadata: { name, namespace: 'shop', resourceVersion: '1' } }),
  )
  const list = { key: 'pods', versions: ['7'] }
  const { signal } = new AbortController()
  const ada = { caller: 'ada', signal }
  const bea = { caller: 'bea', signal }
  let time: ManualClock
  let snapshots: PaginationSnapshots
  let ledger: MemoryLedger

  beforeEach(() => {
    time = new ManualClock()
    ledger = new MemoryLedger(1e6)
    snapshots = new PaginationSnapshots(time, ledger)
  })

  it('returns page by page, with the remaining count', () => {
    const names = (page: ReturnType<typeof pageAfter>) => page.page.map(({ name }) => name)
    const first = pageAfter(entries, undefined, 2)
    expect(names(first)).to.deep.equal(['a', 'b'])
    expect(first.rest).to.deep.equal({ after: { namespace: 'shop', name: 'b' }, remaining: 3 })
    const second = pageAfter(entries, first.rest?.after, 2)
    expect([names(second), second.rest?.remaining]).to.deep.equal([['c', 'd'], 1])
    const last = pageAfter(entries, second.rest?.after, 2)
    expect([names(last), last.rest]).to.deep.equal([['e'], undefined])
    expect(pageAfter(entries, undefined, 5)).to.deep.equal({ page: entries, rest: undefined })
    expect(pageAfter(entries, undefined, Infinity).page).to.have.length(5)
  })

  it('rejects a continue token for a key that is not in the snapshot', () => {
    for (const after of [
      { namespace: 'shop', name: 'f' },
      { namespace: 'other', name: 'a' },
    ])
      expect(() => pageAfter(entries, after, 2)).to.throw(ContinueExpiredError)
  })

  it('forgets snapshots five minutes after their last use, and when there are too many [F3]', () => {
    snapshots.save(list, entries, 'ada')
    expect(snapshots.get({ ...list, versions: ['8'] })).to.equal(undefined)
    expect(snapshots.get({ ...list, key: 'nodes' })).to.equal(undefined)
    time.turn(299_000)
    expect(snapshots.get(list)).to.equal(entries)
    time.turn(299_000)
    expect(snapshots.get(list)).to.equal(entries)
    time.turn(301_000)
    expect(snapshots.get(list)).to.equal(undefined)
    snapshots.save(list, entries, 'ada')
    for (let n = 0; n < 63; n++) snapshots.save({ key: 'pods', versions: [`1${n}`] }, entries, 'ada')
    expect(snapshots.get(list)).to.equal(entries)
    for (let n = 0; n < 64; n++) snapshots.save({ key: 'pods', versions: [`2${n}`] }, entries, 'ada')
    expect(snapshots.get(list)).to.equal(undefined)
  })

  it('lists again once for all who ask, and keeps four snapshots', async () => {
    const asked: string[] = []
    const again = (version: string) =>
      snapshots.rebuild({ ...list, versions: [version] }, ada, async () => {
        asked.push(version)
        return entries
      })
    await Promise.all(['1', '1', '2', '3', '4'].map((version) => again(version)))
    expect(asked).to.deep.equal(['1', '2', '3', '4'])
    const held = (version: string) => snapshots.get({ ...list, versions: [version] }) !== undefined
    expect(['1', '2', '3', '4'].map(held)).to.deep.equal([true, true, true, true])
    await again('5')
    expect(['1', '2', '3', '4', '5'].map(held)).to.deep.equal([false, true, true, true, true])
  })

  it('lists again one at a time per caller, whatever becomes of the one before', async () => {
    const { promise, reject } = Promise.withResolvers<never>()
    let began = false
    const first = snapshots.rebuild(list, ada, () => promise)
    const second = snapshots.rebuild({ ...list, versions: ['8'] }, ada, async () => {
      began = true
      return entries
    })
    await new Promise(setImmediate)
    expect(began).to.equal(false)
    reject(new ContinueExpiredError('gone'))
    await first.then(
      () => expect.fail('it was made'),
      (error: unknown) => expect(error).to.be.instanceOf(ContinueExpiredError),
    )
    expect(await second).to.equal(entries)
    expect(snapshots.get(list)).to.equal(undefined)
  })

  it('does not list again for callers who left', async () => {
    const caller = new AbortController()
    const { promise, resolve } = Promise.withResolvers<typeof entries>()
    const first = snapshots.rebuild(list, ada, () => promise)
    let made = false
    const second = snapshots.rebuild(
      { ...list, versions: ['8'] },
      { ...ada, signal: caller.signal },
      async () => {
        made = true
        return entries
      },
    )
    const left = second.then(
      () => false,
      () => true,
    )
    caller.abort()
    resolve(entries)
    expect([await left, await first, made]).to.deep.equal([true, entries, false])
  })

  it('lets lists of one caller not delay those of another [A11]', async () => {
    const never = new Promise<never>(() => undefined)
    const forged = (version: string) => snapshots.rebuild({ ...list, versions: [version] }, ada, () => never)
    for (let n = 0; n < 9; n++) void forged(`90${n}`)
    const refused: unknown = await forged('910').catch((error: unknown) => error)
    expect(refused).to.be.instanceOf(TooManyRequestsError)
    expect(await snapshots.rebuild(list, bea, async () => entries)).to.equal(entries)
  })

  it('responds 503 to a caller whose turn does not come in time, without blaming the cluster [A11]', async () => {
    const deadline = new AbortController()
    void snapshots.rebuild(list, ada, () => new Promise<never>(() => undefined))
    const late = snapshots.rebuild(
      { ...list, versions: ['8'] },
      { ...ada, signal: deadline.signal },
      async () => entries,
    )
    deadline.abort(new DOMException('request deadline exceeded', 'TimeoutError'))
    const error: unknown = await late.catch((reason: unknown) => reason)
    expect(error).to.be.instanceOf(UnavailableError)
    expect(String(error)).to.include('too many lists at an earlier version are running')
  })

  it('drops lists of the same caller first, not those of another [A11]', async () => {
    const held = (version: string) => snapshots.get({ ...list, versions: [version] }) !== undefined
    const again = (version: string, request: typeof ada) =>
      snapshots.rebuild({ ...list, versions: [version] }, request, async () => entries)
    await again('1', bea)
    for (const version of ['2', '3', '4', '5', '6']) await again(version, ada)
    expect(['1', '2', '3', '4', '5', '6'].map(held)).to.deep.equal([true, false, false, true, true, true])
    snapshots.save(list, entries, 'bea')
    for (let n = 0; n < 70; n++) snapshots.save({ key: 'nodes', versions: [String(n)] }, entries, 'ada')
    expect(snapshots.get(list)).to.equal(entries)
  })

  it('account for their objects in the memory ledger, and make room in it', () => {
    for (let n = 0; n < 10; n++) snapshots.save({ key: 'pods', versions: [`1${n}`] }, entries, 'ada')
    expect(ledger.used).to.equal(10 * entries.length * 512)
    snapshots.save({ key: 'pods', versions: ['10'] }, entries, 'ada')
    expect(ledger.used, 'the same list again').to.equal(10 * entries.length * 512)
    const others = ledger.open('lists', () => false)
    others.add(1e6 - 5 * entries.length * 512)
    expect(ledger.used).to.equal(1e6)
    expect(snapshots.get({ key: 'pods', versions: ['11'] })).to.equal(undefined)
    expect(snapshots.get({ key: 'pods', versions: ['10'] })).to.equal(entries)
    time.turn(301_000)
    expect(snapshots.get({ key: 'pods', versions: ['19'] })).to.equal(undefined)
    expect(ledger.used, 'all have expired').to.equal(1e6 - 5 * entries.length * 512)
  })
})

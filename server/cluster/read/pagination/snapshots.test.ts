import { expect } from 'chai'
import { ContinueExpiredError } from '../../../core/errors.ts'
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
  let time: ManualClock
  let snapshots: PaginationSnapshots

  beforeEach(() => {
    time = new ManualClock()
    snapshots = new PaginationSnapshots(time)
  })

  it('are told page by page, with what remains', () => {
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

  it('are not gone on with after what is not in them', () => {
    for (const after of [
      { namespace: 'shop', name: 'f' },
      { namespace: 'other', name: 'a' },
    ])
      expect(() => pageAfter(entries, after, 2)).to.throw(ContinueExpiredError)
  })

  it('F3 are forgotten five minutes after they were last asked for, and when there are too many', () => {
    snapshots.save(list, entries)
    expect(snapshots.get({ ...list, versions: ['8'] })).to.equal(undefined)
    expect(snapshots.get({ ...list, key: 'nodes' })).to.equal(undefined)
    time.turn(299_000)
    expect(snapshots.get(list)).to.equal(entries)
    time.turn(299_000)
    expect(snapshots.get(list)).to.equal(entries)
    time.turn(301_000)
    expect(snapshots.get(list)).to.equal(undefined)
    snapshots.save(list, entries)
    for (let n = 0; n < 63; n++) snapshots.save({ key: 'pods', versions: [`1${n}`] }, entries)
    expect(snapshots.get(list)).to.equal(entries)
    for (let n = 0; n < 64; n++) snapshots.save({ key: 'pods', versions: [`2${n}`] }, entries)
    expect(snapshots.get(list)).to.equal(undefined)
  })

  it('are made again once for all who want them, and four are held', async () => {
    const asked: string[] = []
    const again = (version: string) =>
      snapshots.rebuild({ ...list, versions: [version] }, signal, async () => {
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

  it('are made again one after the other, whatever becomes of the one before', async () => {
    const { promise, reject } = Promise.withResolvers<never>()
    let began = false
    const first = snapshots.rebuild(list, signal, () => promise)
    const second = snapshots.rebuild({ ...list, versions: ['8'] }, signal, async () => {
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

  it('are not made for those who left', async () => {
    const caller = new AbortController()
    const { promise, resolve } = Promise.withResolvers<typeof entries>()
    const first = snapshots.rebuild(list, signal, () => promise)
    let made = false
    const second = snapshots.rebuild({ ...list, versions: ['8'] }, caller.signal, async () => {
      made = true
      return entries
    })
    const left = second.then(
      () => false,
      () => true,
    )
    caller.abort()
    resolve(entries)
    expect([await left, await first, made]).to.deep.equal([true, entries, false])
  })
})

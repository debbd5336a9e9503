import { expect } from 'chai'
import { Expired } from '../errors.ts'
import { ManualTime } from '../testing/manual-time.ts'
import { decodeContinue } from './continue.ts'
import { pods } from './kinds.ts'
import { Snapshots } from './snapshots.ts'
import { Projection } from './watch/entry.ts'
import { Packing } from './watch/packing.ts'
import { Sharing } from './watch/sharing.ts'

describe('lists that are paged through', () => {
  const projection = new Projection(pods, {
    sharing: new Sharing(),
    packing: new Packing(),
    view: undefined,
    quarantined: () => undefined,
  })
  const entries = ['a', 'b', 'c', 'd', 'e'].map((name) =>
    projection.entry({ metadata: { name, namespace: 'shop', resourceVersion: '1' } }),
  )
  let time: ManualTime
  let snapshots: Snapshots
  const read = (token: string | undefined) => decodeContinue(token ?? '', 'digest')

  beforeEach(() => {
    time = new ManualTime()
    snapshots = new Snapshots(time)
  })

  it('are told page by page, with what remains', () => {
    const first = snapshots.first(entries, 2, 'digest')
    expect([first.page.map(({ name }) => name), first.rest.remaining]).to.deep.equal([['a', 'b'], 3])
    const position = read(first.rest.continue)
    expect(snapshots.holds(position)).to.equal(true)
    expect(snapshots.holds({ after: 'eyJ2IjoibWV0YS5rOHMuaW8ifQ', part: 0 })).to.equal(false)
    const second = snapshots.next(position, 2, 'digest')
    expect([second.page.map(({ name }) => name), second.rest.remaining]).to.deep.equal([['c', 'd'], 1])
    const last = snapshots.next(read(second.rest.continue), 2, 'digest')
    expect([last.page.map(({ name }) => name), last.rest]).to.deep.equal([['e'], {}])
    expect(snapshots.next(position, 2, 'digest').page, 'a page may be asked for twice').to.have.length(2)
  })

  it('need none kept where one page is all', () =>
    expect(snapshots.first(entries, 5, 'digest')).to.deep.equal({ page: entries, rest: {} }))

  it('F3 expire five minutes after they were last asked for, and when there are too many', () => {
    const position = read(snapshots.first(entries, 1, 'digest').rest.continue)
    time.turn(299_000)
    snapshots.next(position, 1, 'digest')
    time.turn(299_000)
    snapshots.next(position, 1, 'digest')
    time.turn(301_000)
    expect(() => snapshots.next(position, 1, 'digest')).to.throw(Expired)
    const old = read(snapshots.first(entries, 1, 'digest').rest.continue)
    for (let n = 0; n < 64; n++) snapshots.first(entries, 1, 'digest')
    expect(() => snapshots.next(old, 1, 'digest')).to.throw(Expired)
  })
})

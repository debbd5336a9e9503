import { expect } from 'chai'
import type { AuditEntry } from '../api/schemas/audit.ts'
import { RecentEntries } from './recent-entries.ts'

describe('RecentEntries', () => {
  let recent: RecentEntries
  const add = (event: 'write' | 'denied', times: number): void => {
    for (let n = 0; n < times; n++)
      recent.add({
        id: `${event} ${n}`,
        timestamp: '',
        event,
        requestId: null,
        caller: null,
        address: null,
      } satisfies AuditEntry)
  }
  const ids = (event: string) =>
    recent
      .newestFirst()
      .map(({ id }) => id)
      .filter((id) => id.startsWith(event))
  beforeEach(() => (recent = new RecentEntries()))

  it('keeps the last 500 writes however many other entries follow, and the other way round', () => {
    add('write', 700)
    add('denied', 10_000)
    expect([ids('write').length, ids('denied').length]).to.deep.equal([500, 500])
    expect([ids('write')[0], ids('write').at(-1)]).to.deep.equal(['write 699', 'write 200'])
    add('write', 10_000)
    expect([ids('denied').length, ids('denied')[0]]).to.deep.equal([500, 'denied 9999'])
  })

  it('gives all places to one kind of entries while there is no other', () => {
    add('denied', 3000)
    expect([ids('denied').length, ids('denied').at(-1)]).to.deep.equal([1000, 'denied 2000'])
    add('write', 1)
    expect(
      recent
        .newestFirst()
        .slice(0, 2)
        .map(({ id }) => id),
    ).to.deep.equal(['write 0', 'denied 2999'])
    expect(recent.newestFirst()).to.have.length(1000)
  })
})

import { expect } from 'chai'
import { NotAdmitted, Refused } from '../errors.ts'
import { nearby, type Caller } from './caller.ts'
import { Permission } from './permission.ts'

const ops: Caller = { name: 'ada', uid: undefined, groups: ['dev', 'ops'], extra: {}, via: 'token' }

const service = { authorization: 'service', sharedIdentities: [] } as const

describe('what callers may do here', () => {
  it('is everything where no groups are named', () => {
    const all = new Permission({ ...service, reads: [], writes: [], audit: [] })
    expect([all.mayRead(ops), all.mayWrite(ops), all.mayWrite(nearby('port-forward'))]).to.deep.equal([
      true,
      true,
      true,
    ])
  })

  it('is for the groups that are named, and a change is never more than a read', () => {
    const some = new Permission({ ...service, reads: ['dev'], writes: ['ops'], audit: [] })
    const reader: Caller = { ...ops, groups: ['dev'] }
    const writer: Caller = { ...ops, groups: ['ops'] }
    expect([ops, reader, writer].map((one) => [some.mayRead(one), some.mayWrite(one)])).to.deep.equal([
      [true, true],
      [true, false],
      [false, false],
    ])
    expect(() => some.check(ops, 'write')).not.to.throw()
    expect(() => some.check(reader, 'write')).to.throw(Refused, '"ada" may change nothing')
    expect(() => some.check(writer, 'read')).to.throw(Refused, '"ada" may read nothing')
  })

  it('can be granted to those who come by port-forward', () => {
    const some = new Permission({
      ...service,
      reads: [],
      writes: ['cluster-inspector:port-forward'],
      audit: [],
    })
    expect([some.mayWrite(nearby('port-forward')), some.mayWrite(nearby('local'))]).to.deep.equal([
      true,
      false,
    ])
  })

  it('is not the audit trail, unless a group of theirs is named', () => {
    expect(() => new Permission({ ...service, reads: [], writes: [], audit: [] }).checkAudit(ops)).to.throw(
      Refused,
      'audit',
    )
    expect(() =>
      new Permission({ ...service, reads: [], writes: [], audit: ['ops'] }).checkAudit(ops),
    ).not.to.throw()
  })

  it('is what the cluster lets them do, too, where that is asked', () => {
    const rules = { reads: [], writes: [], audit: [] }
    expect(new Permission({ ...service, ...rules }).subjectOf(ops)).to.equal(undefined)
    const strict = new Permission({ ...rules, authorization: 'caller', sharedIdentities: ['home'] })
    expect(strict.subjectOf(ops)).to.equal(ops)
    expect(() => strict.subjectOf(undefined)).to.throw(NotAdmitted)
    expect([strict.sharesIdentities('home'), strict.sharesIdentities('away')]).to.deep.equal([true, false])
  })
})

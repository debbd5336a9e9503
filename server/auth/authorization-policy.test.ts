import { expect } from 'chai'
import { UnauthenticatedError, ForbiddenByPolicyError } from '../core/errors.ts'
import { loopbackCaller, type Caller } from './caller.ts'
import { AuthorizationPolicy } from './authorization-policy.ts'

const ops: Caller = { name: 'ada', uid: undefined, groups: ['dev', 'ops'], extra: {}, via: 'token' }

const service = { authorization: 'service', sharedIdentities: [] } as const

describe('authorization policy', () => {
  it('allows everything without groups', () => {
    const all = new AuthorizationPolicy({ ...service, reads: [], writes: [], audit: [] })
    expect([all.mayRead(ops), all.mayWrite(ops), all.mayWrite(loopbackCaller('port-forward'))]).to.deep.equal(
      [true, true, true],
    )
  })

  it('allows members of the named groups, and never a change without a read', () => {
    const some = new AuthorizationPolicy({ ...service, reads: ['dev'], writes: ['ops'], audit: [] })
    const reader: Caller = { ...ops, groups: ['dev'] }
    const writer: Caller = { ...ops, groups: ['ops'] }
    expect([ops, reader, writer].map((one) => [some.mayRead(one), some.mayWrite(one)])).to.deep.equal([
      [true, true],
      [true, false],
      [false, false],
    ])
    expect(() => some.require(ops, 'write')).not.to.throw()
    expect(() => some.require(reader, 'write')).to.throw(
      ForbiddenByPolicyError,
      'user "ada" is not allowed to change resources',
    )
    expect(() => some.require(writer, 'read')).to.throw(
      ForbiddenByPolicyError,
      'user "ada" is not allowed to read resources',
    )
  })

  it('quotes the name of a caller, so that it cannot pass for words of the sentence [A17]', () => {
    const rules = new AuthorizationPolicy({ ...service, reads: ['dev'], writes: [], audit: [] })
    const forger: Caller = { ...ops, name: 'bob" is an auditor; user "eve', groups: [] }
    const quoted = String.raw`user "bob\" is an auditor; user \"eve" is not allowed to read`
    expect(() => rules.require(forger, 'read')).to.throw(ForbiddenByPolicyError, `${quoted} resources`)
    expect(() => rules.requireAuditor(forger)).to.throw(ForbiddenByPolicyError, `${quoted} the audit log`)
  })

  it('can be granted to those who come by port-forward', () => {
    const some = new AuthorizationPolicy({
      ...service,
      reads: [],
      writes: ['cluster-inspector:port-forward'],
      audit: [],
    })
    expect([
      some.mayWrite(loopbackCaller('port-forward')),
      some.mayWrite(loopbackCaller('local')),
    ]).to.deep.equal([true, false])
  })

  it('denies the audit log, unless a group of the caller is named', () => {
    expect(() =>
      new AuthorizationPolicy({ ...service, reads: [], writes: [], audit: [] }).requireAuditor(ops),
    ).to.throw(ForbiddenByPolicyError, 'audit')
    expect(() =>
      new AuthorizationPolicy({ ...service, reads: [], writes: [], audit: ['ops'] }).requireAuditor(ops),
    ).not.to.throw()
  })

  it('requires the rights of the caller in the cluster as well, if configured', () => {
    const rules = { reads: [], writes: [], audit: [] }
    expect(new AuthorizationPolicy({ ...service, ...rules }).clusterSubject(ops)).to.equal(undefined)
    const strict = new AuthorizationPolicy({ ...rules, authorization: 'caller', sharedIdentities: ['home'] })
    expect(strict.clusterSubject(ops)).to.equal(ops)
    expect(() => strict.clusterSubject(undefined)).to.throw(UnauthenticatedError)
    expect([strict.sharesIdentities('home'), strict.sharesIdentities('away')]).to.deep.equal([true, false])
  })
})

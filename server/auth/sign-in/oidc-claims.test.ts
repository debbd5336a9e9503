import { expect } from 'chai'
import { UnauthenticatedError } from '../../core/errors.ts'
import { identityFromClaims } from './oidc-claims.ts'

const usual = { name: 'sub', groups: 'groups' }

describe('claims', () => {
  const nameIn = (claims: Record<string, unknown>, name = 'sub') =>
    identityFromClaims(claims, { ...usual, name }).name

  it('say a name: the subject, or the claim that is wanted', () => {
    const all = { preferred_username: 'eve@example.com', email: 'ada@example.com', sub: '4711' }
    expect(nameIn(all)).to.equal('4711')
    expect(nameIn(all, 'preferred_username')).to.equal('eve@example.com')
    expect(nameIn({ ...all, email_verified: true }, 'email')).to.equal('ada@example.com')
  })

  it('say nobody where the claim that is wanted is not there, not proved, or no name', () => {
    for (const [claims, name] of [
      [{}, 'sub'],
      [{ preferred_username: 'ada' }, 'sub'],
      [{ sub: 7 }, 'sub'],
      [{ sub: '' }, 'sub'],
      [{ sub: '4711' }, 'upn'],
      [{ sub: '4711', email: 'ada@example.com' }, 'email'],
      [{ sub: '4711', email: 'ada@example.com', email_verified: 'true' }, 'email'],
      [{ sub: 'x'.repeat(257) }, 'sub'],
    ] as const)
      expect(() => nameIn(claims, name), JSON.stringify(claims)).to.throw(UnauthenticatedError)
  })

  it('say groups: texts alone, each once, as a list or by itself, no more than a cookie holds', () => {
    const groupsIn = (groups: unknown) => identityFromClaims({ sub: '4711', groups }, usual)
    expect(groupsIn(['ops', 7, null, '', 'ops', 'dev'])).to.deep.include({
      groups: ['ops', 'dev'],
      droppedGroups: 0,
    })
    expect(groupsIn('ops').groups).to.deep.equal(['ops'])
    for (const none of [undefined, null, {}, 7, []]) expect(groupsIn(none).groups).to.deep.equal([])
    const many = Array.from({ length: 130 }, (_, n) => `group-${n}`)
    expect(groupsIn(many)).to.deep.include({ groups: many.slice(0, 100), droppedGroups: 30 })
    const long = ['a', 'b', 'c'].map((letter) => letter.repeat(2000))
    expect(groupsIn(long)).to.deep.include({ groups: long.slice(0, 1), droppedGroups: 2 })
    expect(
      identityFromClaims({ sub: '4711', hd: 'example.com' }, { name: 'sub', groups: 'hd' }).groups,
    ).to.deep.equal(['example.com'])
  })
})

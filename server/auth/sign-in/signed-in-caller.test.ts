import { expect } from 'chai'
import { identityFromGitHub } from './github.ts'
import { identityFromClaims } from './oidc-claims.ts'
import { signedInCaller } from './signed-in-caller.ts'

const groups: string[] = []
const oidc = (name: string) => ({
  oidc: {
    issuer: 'https://issuer.example',
    prefixes: { name: 'oidc:', groups: 'oidc:' },
    claims: { name, groups: 'groups' },
  },
})

describe('a signed-in caller', () => {
  it('has the account of its issuer: the subject, also where it is the name', () => {
    const claims = { sub: '4711', upn: 'ada' }
    const byName = identityFromClaims(claims, { name: 'upn', groups: 'groups' })
    expect(signedInCaller(oidc('upn'), 'oidc', byName)).to.deep.include({
      name: 'oidc:ada',
      account: 'https://issuer.example 4711',
    })
    const same = identityFromClaims({ sub: 'ada', upn: 'ada' }, { name: 'upn', groups: 'groups' })
    expect(signedInCaller(oidc('upn'), 'oidc', same).account).to.equal('https://issuer.example ada')
    const bySubject = identityFromClaims(claims, { name: 'sub', groups: 'groups' })
    expect(signedInCaller(oidc('sub'), 'oidc', bySubject)).to.deep.include({
      name: 'oidc:4711',
      account: 'https://issuer.example 4711',
    })
  })

  it('has the number of the user at GitHub, since logins are given to others', () => {
    const user = identityFromGitHub({ login: 'ada', id: 7, organizations: ['member'] })
    expect(signedInCaller({ oidc: undefined }, 'github', user ?? expect.fail('no user'))).to.deep.include({
      name: 'github:ada',
      account: 'https://github.com 7',
    })
  })

  it('has no account in a session from before it had one, or with an unusable subject', () => {
    expect(signedInCaller(oidc('upn'), 'oidc', { name: 'ada', groups })).to.not.have.property('account')
    expect(signedInCaller({ oidc: undefined }, 'github', { name: 'ada', groups })).to.not.have.property(
      'account',
    )
    for (const sub of [7, '', 'x'.repeat(256)])
      expect(identityFromClaims({ sub, upn: 'ada' }, { name: 'upn', groups: 'groups' }).subject).to.equal(
        undefined,
      )
  })
})

import { expect } from 'chai'
import { externalCaller } from '../caller.ts'
import { truncateGroups } from './truncate-groups.ts'
import { identityFromGitHub } from './github.ts'
import { identityFromClaims } from './oidc-claims.ts'
import { SESSION_COOKIE, SessionTokens, type CallerOf, type SignedInUser } from './session-tokens.ts'

const KEY = 'a key of the test'.repeat(3)

describe('the groups of a session', () => {
  const sealedBytes = async (user: SignedInUser) => {
    const callerOf: CallerOf = (via, { name, groups }) => externalCaller(via, name, groups)
    const tokens = new SessionTokens([KEY], Date.now, callerOf)
    const token = tokens.begin('github', user)
    const value = await tokens.encode({ token, secret: KEY, salt: SESSION_COOKIE })
    return Buffer.byteLength(`${SESSION_COOKIE}=${value}`)
  }

  for (const [title, character, length] of [
    ['Latin', 'a', 44],
    ['Chinese', '部', 44],
    ['quoted', '"', 44],
    ['long', '部', 900],
    ['short', 'a', 1],
  ] as const)
    it(`fit into one cookie of 4 kB with the longest name: ${title} [A12]`, async () => {
      const groups = Array.from({ length: 200 }, (_, n) => character.repeat(length) + String(n))
      for (const name of ['ada', '部'.repeat(256), '"'.repeat(256)]) {
        const identity = identityFromClaims({ sub: name, groups }, { name: 'sub', groups: 'groups' })
        expect(identity.droppedGroups).to.equal(200 - identity.groups.length)
        expect(await sealedBytes(identity), name).to.be.at.most(4096)
        for (const subject of ['4711', '部'.repeat(255), '"'.repeat(255)]) {
          const claims = { sub: subject, upn: name, groups }
          const named = identityFromClaims(claims, { name: 'upn', groups: 'groups' })
          expect(named.subject).to.equal(subject)
          expect(await sealedBytes(named), `${name} ${subject}`).to.be.at.most(4096)
        }
        const member = identityFromGitHub({ login: name, organizations: groups })
        expect(member?.groups).to.deep.equal(identity.groups)
        expect(member?.droppedGroups).to.equal(identity.droppedGroups)
      }
    })

  it('truncates groups by bytes, from the end [A12]', () => {
    const groups = Array.from({ length: 90 }, (_, n) => '部'.repeat(44) + String(n))
    const fitting = truncateGroups('ada', groups)
    expect(fitting).to.deep.equal(groups.slice(0, fitting.length))
    expect(fitting.length).to.be.within(15, 20)
  })
})

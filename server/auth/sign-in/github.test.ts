import { expect } from 'chai'
import { gitHub, identityFromGitHub } from './github.ts'

const settings = {
  clientId: 'Iv1.x',
  clientSecretFile: '/unused',
  organizations: ['member', 'invited', 'closed', 'foreign', 'a/../b'],
}
const MEMBERSHIPS = '/user/memberships/orgs/'

describe('GitHub', () => {
  let asked: { url: string; authorization: string | null }[]
  let failing: string | undefined
  const answers: Record<string, [number, object]> = {
    '/user': [200, { login: 'ada', id: 7 }],
    [`${MEMBERSHIPS}member`]: [200, { state: 'active' }],
    [`${MEMBERSHIPS}invited`]: [200, { state: 'pending' }],
    [`${MEMBERSHIPS}closed`]: [403, {}],
  }
  const ask: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    asked.push({ url: url.href, authorization: new Headers(init?.headers).get('authorization') })
    const [status, body] = url.pathname === failing ? [500, {}] : (answers[url.pathname] ?? [404, {}])
    return Response.json(body, { status })
  }
  const profile = () =>
    gitHub(settings, 'secret', ask).userinfo.request({ tokens: { access_token: 'token' } })

  beforeEach(() => {
    asked = []
    failing = undefined
  })

  it('says who somebody is, and of which organisations they are a member', async () => {
    const found = await profile()
    expect(found).to.deep.include({ login: 'ada', organizations: ['member'] })
    expect(identityFromGitHub(found)).to.deep.include({ name: 'ada', groups: ['member'] })
    expect(asked.every(({ url }) => url.startsWith('https://api.github.com/user'))).to.equal(true)
    expect(asked.at(-1)?.url).to.equal(`https://api.github.com${MEMBERSHIPS}a%2F..%2Fb`)
    expect(new Set(asked.map(({ authorization }) => authorization))).to.deep.equal(new Set(['Bearer token']))
  })

  it('says nothing of who is a member where it fails', async () => {
    failing = `${MEMBERSHIPS}member`
    expect(await profile().catch((error: unknown) => String(error))).to.equal('Error: GitHub answered 500')
  })

  it('knows nobody who is of none of the organisations', () => {
    for (const found of [
      {},
      { login: 'eve' },
      { login: 'eve', organizations: [] },
      { login: '', organizations: ['member'] },
    ])
      expect(identityFromGitHub(found)).to.equal(undefined)
  })

  it('uses PKCE and state, and asks for no more scopes than it needs', () => {
    expect(gitHub(settings, 'secret', ask).options).to.deep.include({
      checks: ['pkce', 'state'],
      authorization: { params: { scope: 'read:user read:org' } },
    })
  })
})

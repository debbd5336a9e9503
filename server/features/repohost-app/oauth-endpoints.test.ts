import { expect } from 'chai'
import { parseHostUrl } from '../../outbound/host-url.ts'
import { oauthEndpoints } from './oauth-endpoints.ts'

const endpointsOf = (kind: 'github' | 'gitea', url: string) => {
  const base = parseHostUrl(url, { allowHttp: false })
  const host = { kind, base, allowHttp: false, credential: undefined, client: undefined, caFile: undefined }
  return oauthEndpoints(host, 'a/b')
}

describe('OAuth endpoints of a repository host', () => {
  for (const [api, root] of [
    ['https://api.github.com', 'https://github.com'],
    ['https://api.octo.ghe.com', 'https://octo.ghe.com'],
    ['https://git.example.com/api/v3', 'https://git.example.com'],
    ['https://git.example.com:8443/api/v3/', 'https://git.example.com:8443'],
    ['https://api.example.com', 'https://api.example.com'],
  ] as const)
    it(`finds the pages of GitHub beside its API at ${api}`, () => {
      const { authorize, token, revoke, scope } = endpointsOf('github', api)
      expect({ authorize, token, scope }).to.deep.equal({
        authorize: `${root}/login/oauth/authorize`,
        token: `${root}/login/oauth/access_token`,
        scope: undefined,
      })
      expect(revoke).to.equal(`${api.replace(/\/$/, '')}/applications/a%2Fb/token`)
    })

  it('keeps the path of a Gitea, and asks it for scopes, since it has no rights of an App', () => {
    const { authorize, revoke, scope } = endpointsOf('gitea', 'https://example.com/git/')
    expect(authorize).to.equal('https://example.com/git/login/oauth/authorize')
    expect([revoke, scope]).to.deep.equal([undefined, 'read:user write:repository'])
  })
})

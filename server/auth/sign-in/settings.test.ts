import { expect } from 'chai'
import { ConfigError, loadConfig } from '../../config/load-config.ts'

const oidc = {
  authUrl: 'https://inspector.example.com',
  signInKeysFile: '/keys',
  oidcIssuer: 'https://issuer.example.com',
  oidcClientId: 'inspector',
  oidcClientSecretFile: '/secret',
}
const github = {
  githubClientId: 'x',
  githubClientSecretFile: '/github',
  githubOrganizations: 'example,other',
}

describe('settings of the sign-in', () => {
  const read = (given: Record<string, string>) => loadConfig({ demo: true, ...given }, {})
  const refused = (given: Record<string, string>, sentence: string) =>
    expect(() => read(given), JSON.stringify(given)).to.throw(ConfigError, sentence)
  const without = (key: keyof typeof oidc) =>
    Object.fromEntries(Object.entries(oidc).filter(([one]) => one !== key))

  it('disables sign-in without an issuer', () => {
    expect(read({}).signIn).to.equal(undefined)
    refused({ authUrl: oidc.authUrl }, 'set oidcIssuer or githubClientId')
    refused({ signInKeysFile: '/keys' }, 'set oidcIssuer or githubClientId')
  })

  it('accepts complete settings, and adds the host they name', () => {
    const { signIn, allowedHosts } = read({ ...oidc, ...github, allowedHosts: 'a.example' })
    expect(signIn?.oidc).to.deep.include({ issuer: oidc.oidcIssuer, clientId: 'inspector' })
    expect(signIn?.oidc?.claims).to.deep.equal({ name: 'sub', groups: 'groups' })
    expect(signIn?.github?.organizations).to.deep.equal(['example', 'other'])
    expect(allowedHosts).to.deep.equal(['a.example', 'inspector.example.com'])
  })

  it('prefix names and groups of OpenID Connect with oidc:, with another text or, by -, with none [A6]', () => {
    const prefixes = (given: Record<string, string>) => read({ ...oidc, ...given }).signIn?.oidc?.prefixes
    expect(prefixes({})).to.deep.equal({ name: 'oidc:', groups: 'oidc:' })
    expect(
      prefixes({ oidcUsernamePrefix: 'https://issuer.example.com#', oidcGroupsPrefix: '-' }),
    ).to.deep.equal({
      name: 'https://issuer.example.com#',
      groups: '',
    })
    for (const prefix of [
      '',
      'system:',
      'system:serviceaccount:x:',
      'proxy:',
      'github:x',
      'cluster-inspector:',
      'a b',
    ])
      for (const key of ['oidcUsernamePrefix', 'oidcGroupsPrefix']) refused({ ...oidc, [key]: prefix }, key)
  })

  it('let callers in from elsewhere, and are enough where this host is not let in', () => {
    expect(read({ ...oidc, host: '*', loopback: 'false' }).host).to.equal('*')
  })

  it('rejects incomplete settings, with what is missing', () => {
    refused(without('authUrl'), 'sign-in requires authUrl')
    refused(without('signInKeysFile'), 'sign-in requires signInKeysFile')
    refused(without('oidcIssuer'), 'by OpenID Connect requires oidcIssuer')
    refused(without('oidcClientId'), 'requires oidcClientId')
    refused(without('oidcClientSecretFile'), 'requires oidcClientSecretFile')
    refused({ oidcIssuer: oidc.oidcIssuer }, 'sign-in requires authUrl and signInKeysFile')
    refused({ oidcCaFile: '/ca' }, 'requires oidcIssuer and')
    refused({ nameClaim: 'sub' }, 'requires oidcIssuer and')
    refused({ ...oidc, githubClientId: 'x' }, 'requires githubClientSecretFile and githubOrganizations')
  })

  it('rejects settings with which sessions or secrets could be read in transit', () => {
    for (const authUrl of [
      'http://inspector.example.com',
      'https://inspector.example.com/path',
      'https://inspector.example.com?x',
      'https://user@inspector.example.com',
      'inspector.example.com',
      'http://localhost.example.com',
    ])
      refused({ ...oidc, authUrl }, 'authUrl must be the URL of this service in browsers')
    for (const oidcIssuer of ['http://issuer.example.com', 'issuer', 'file:///etc'])
      refused({ ...oidc, oidcIssuer }, 'oidcIssuer must be an https URL')
    for (const authUrl of [
      'http://localhost:8080',
      'http://127.0.0.1:8080',
      'http://[::1]:1',
      'https://x.example:8443/',
    ])
      expect(read({ ...oidc, authUrl }).signIn?.origin.origin).to.equal(authUrl.replace(/\/$/, ''))
  })
})

import { expect } from 'chai'
import { loadConfig } from '../../config/load-config.ts'
import { configuredHost } from './repohost-config.ts'

const load = (flags: Record<string, unknown>) => loadConfig({ demo: true, ...flags }, {})
const gitea = {
  repohostKind: 'gitea',
  repohostBaseUrl: 'https://git.example.com',
  repohostTokenFile: '/token',
}
const app = { repohostAppId: '7', repohostPrivateKeyFile: '/key', repohostInstallationId: 42 }

describe('settings of the repository host', () => {
  for (const [title, flags, message] of [
    [
      'a URL without a kind',
      { repohostBaseUrl: 'https://a' },
      'repohostBaseUrl has no effect without repohostKind',
    ],
    [
      'Gitea without a URL',
      { ...gitea, repohostBaseUrl: undefined },
      'repohostKind gitea requires repohostBaseUrl',
    ],
    [
      'http',
      { ...gitea, repohostBaseUrl: 'http://a' },
      'repohostBaseUrl must be https: credentials would travel in the clear; or set repohostAllowHttp',
    ],
    [
      'a metadata address',
      { ...gitea, repohostBaseUrl: 'https://169.254.169.254' },
      'repohostBaseUrl names an address that is not allowed',
    ],
    [
      'credentials in the URL',
      { ...gitea, repohostBaseUrl: 'https://a:b@c' },
      'repohostBaseUrl must not contain credentials',
    ],
    [
      'no credential',
      { ...gitea, repohostTokenFile: undefined },
      'repohostKind requires a credential: set repohostTokenFile',
    ],
    [
      'half an App',
      { repohostKind: 'github', repohostAppId: '7' },
      'a GitHub App needs repohostAppId, repohostPrivateKeyFile and repohostInstallationId',
    ],
    ['an App of Gitea', { ...gitea, ...app }, 'repohostAppId requires repohostKind github'],
    [
      'two credentials',
      { repohostKind: 'github', repohostTokenFile: '/t', ...app },
      'repohostTokenFile and repohostAppId exclude each other',
    ],
    [
      'a client without its secret',
      { ...gitea, repohostClientId: 'a' },
      'accounts of people need repohostClientId and repohostClientSecretFile',
    ],
    [
      'an App to install without a client',
      { repohostKind: 'github', repohostTokenFile: '/t', repohostAppSlug: 'inspector' },
      'repohostAppSlug requires repohostClientId',
    ],
    [
      'an App to install at Gitea',
      { ...gitea, repohostClientId: 'a', repohostClientSecretFile: '/s', repohostAppSlug: 'inspector' },
      'repohostAppSlug requires repohostKind github',
    ],
    ['a client without a kind', { repohostClientId: 'a' }, 'repohostClientId has no effect without'],
  ] as const)
    it(`rejects ${title}`, () => {
      const settings = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined))
      expect(() => load(settings)).to.throw(message)
    })

  it('names GitHub unless another host is configured', () => {
    const { base, credential } = configuredHost(load({ repohostKind: 'github', ...app })) ?? {}
    expect(base?.url.href).to.equal('https://api.github.com/')
    expect(credential).to.deep.equal({
      kind: 'installation',
      appId: '7',
      privateKeyFile: '/key',
      installationId: 42,
    })
  })

  it('keeps the path of an Enterprise Server', () => {
    const flags = {
      repohostKind: 'github',
      repohostBaseUrl: 'https://git.example.com/api/v3/',
      repohostTokenFile: '/t',
    }
    const { base, credential } = configuredHost(load(flags)) ?? {}
    expect(base?.url.href).to.equal('https://git.example.com/api/v3')
    expect(credential).to.deep.equal({ kind: 'token', file: '/t' })
  })

  it('needs no credential of its own for accounts of people', () => {
    const client = { repohostClientId: 'a', repohostClientSecretFile: '/s', repohostAppSlug: 'inspector' }
    const configured = configuredHost(load({ repohostKind: 'github', ...client }))
    expect(configured?.credential).to.equal(undefined)
    expect(configured?.client).to.deep.equal({ id: 'a', secretFile: '/s', appSlug: 'inspector' })
  })

  it('shares the credential with nobody unless that is set', () => {
    expect(load(gitea).repohostShared).to.equal('none')
  })
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import { CLIENT, startIssuer, type Issuer } from '../support/issuer.ts'
import { until } from '../support/until.ts'
import { kubeconfigOf } from './environment/declared.ts'
import { apiServer } from './environment/identity.ts'
import { addressForPods } from './environment/ingress.ts'
import { Kubectl } from './environment/kubectl.ts'
import { openSecondCluster, type SecondCluster } from './environment/second.ts'
import { world } from './environment/world.ts'
import { serveKubeconfig, writeKubeconfig } from './kubeconfigs/serve-kubeconfig.ts'
import { readDeployments, useAsKubectl, type Use } from './kubeconfigs/use-as-user.ts'
import { openUserNamespace, type UserNamespace } from './kubeconfigs/user-namespace.ts'

const PREFIX = 'oidc:'
const ACCOUNT = { sub: '4711', preferred_username: 'ada', groups: ['developers', 'on-call'] }
/** The API server takes another AuthenticationConfiguration over within a minute, and asks an issuer that fails every ten seconds. */
const ACCEPTED_WITHIN_MS = 120_000
/** An ID token is refreshed ten seconds before its expiry. */
const LIFETIME_S = 14

interface AuthProvider {
  'id-token': string
  'refresh-token': string
}

describe('a kubeconfig whose user is the auth-provider oidc, on a real cluster', function () {
  this.timeout(300_000)
  const { folder, kind } = world()
  let second: SecondCluster
  let issuer: Issuer
  let namespace: UserNamespace
  let kubeconfig: string

  const settings = async (): Promise<AuthProvider> => {
    const { users } = parse(await readFile(kubeconfig, 'utf8')) as {
      users: { user: { 'auth-provider': { config: AuthProvider } } }[]
    }
    const [entry] = users
    if (entry === undefined) throw new Error('the kubeconfig has no user')
    return entry.user['auth-provider'].config
  }
  /** Writes a kubeconfig as kubectl's users have it some time after a sign-in. */
  const write = async (tokens: AuthProvider): Promise<void> => {
    const config = {
      'idp-issuer-url': issuer.url,
      'idp-certificate-authority-data': Buffer.from(issuer.ca).toString('base64'),
      'client-id': CLIENT.id,
      'client-secret': CLIENT.secret,
      ...tokens,
    }
    const { url: server, ca } = await apiServer(second.kubectl)
    await writeKubeconfig(
      kubeconfig,
      kubeconfigOf({ server, ca }, {}, { 'auth-provider': { name: 'oidc', config } }),
    )
  }
  const expired = (): string => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = { iss: issuer.url, aud: CLIENT.id, exp: Math.floor(Date.now() / 1000) - 3600 }
    return `${part({ alg: 'RS256' })}.${part(claims)}.${part({})}`
  }

  before(async function () {
    if (kind === undefined) this.skip()
    second = await openSecondCluster()
    issuer = await startIssuer('https://kubectl.example.com/callback', await addressForPods())
    issuer.account = ACCOUNT
    await second.authentication.accept({
      url: issuer.url,
      ca: issuer.ca,
      audience: CLIENT.id,
      prefix: PREFIX,
    })
    // Only a group of the ID token has rights.
    namespace = await openUserNamespace({ kind: 'Group', name: `${PREFIX}developers` }, second.kubectl)
    kubeconfig = join(folder, 'oidc')
    await write({ 'id-token': expired(), 'refresh-token': await issuer.refreshToken() })
    await until(
      'kubectl to be accepted by the API server',
      async () => new Kubectl(kubeconfig).text('auth', 'whoami'),
      ACCEPTED_WITHIN_MS,
    )
  })
  after(async () => {
    await namespace?.remove()
    await second?.authentication.accept()
  })
  beforeEach(() => {
    issuer.idToken = (token) => token
  })

  it('refreshes an expired ID token, and writes the rotated tokens back for kubectl', async () => {
    const before = { 'id-token': expired(), 'refresh-token': await issuer.refreshToken() }
    await write(before)
    const refreshes = issuer.refreshes
    const use: Use = { service: await serveKubeconfig(kubeconfig), kubeconfig, namespace }
    await readDeployments(use)
    const after = await settings()
    expect(issuer.refreshes).to.equal(refreshes + 1)
    expect(after['id-token']).to.not.equal(before['id-token'])
    expect(after['refresh-token']).to.not.equal(before['refresh-token'])
    const identity = await useAsKubectl(use)
    expect(identity).to.deep.include({
      username: `${PREFIX}ada`,
      groups: [`${PREFIX}developers`, `${PREFIX}on-call`, 'system:authenticated'],
    })
    expect(issuer.refreshes, 'kubectl uses the ID token of the file').to.equal(refreshes + 1)
  })

  it('takes over the tokens that kubectl refreshes, and kubectl those of the service, and no request fails', async () => {
    await write({ 'id-token': expired(), 'refresh-token': await issuer.refreshToken() })
    const use: Use = { service: await serveKubeconfig(kubeconfig), kubeconfig, namespace }
    await readDeployments(use)
    // The issuer takes each refresh token once: one that was used already ends the sign-in.
    for (const _ of [1, 2]) {
      await write({ ...(await settings()), 'id-token': expired() })
      const refreshes = issuer.refreshes
      await new Kubectl(kubeconfig).text('auth', 'whoami')
      expect(issuer.refreshes, 'refreshes by kubectl').to.equal(refreshes + 1)
      await readDeployments(use)
      await write({ ...(await settings()), 'id-token': expired() })
      await until('the service to refresh', async () => {
        await readDeployments(use)
        return issuer.refreshes > refreshes + 1 ? true : undefined
      })
    }
    await useAsKubectl(use)
  })

  it('refreshes each ID token before it expires, and no request fails', async () => {
    issuer.idToken = ({ header, claims }) => {
      const now = Math.floor(Date.now() / 1000)
      return { header, claims: { ...claims, iat: now, exp: now + LIFETIME_S } }
    }
    await write({ 'id-token': expired(), 'refresh-token': await issuer.refreshToken() })
    const use: Use = { service: await serveKubeconfig(kubeconfig), kubeconfig, namespace }
    const refreshes = issuer.refreshes
    await until('four refreshes', async () => {
      await readDeployments(use)
      return issuer.refreshes >= refreshes + 4 ? true : undefined
    })
    issuer.idToken = (token) => token
    await useAsKubectl(use)
  })

  it('names the user and the issuer where the refresh token is rejected', async () => {
    await write({ 'id-token': expired(), 'refresh-token': 'revoked' })
    const { api } = await serveKubeconfig(kubeconfig)
    const answer = await fetch(`${api}/api/deployments?namespace=${namespace.name}`)
    expect([answer.status, (await answer.json()) as unknown]).to.have.nested.property(
      '[1].details',
      `user "u": issuer ${issuer.url} rejected the refresh token (invalid_grant): sign in again`,
    )
    expect((await settings())['refresh-token']).to.equal('revoked')
  })
})

import { expect } from 'chai'
import { ClusterError, UnauthenticatedError } from '../core/errors.ts'
import { MemoryLedger } from '../core/memory-ledger.ts'
import { systemClock } from '../core/clock.ts'
import { AuthenticatorChain } from './authenticator-chain.ts'
import { externalCaller, type Caller } from './caller.ts'
import { TokenAuthenticator } from './authenticators/bearer-token.ts'
import type { RequestCredentials, Authenticator } from './authenticator.ts'

const none = { connection: {}, authorization: undefined, cookie: undefined, proxied: undefined }
const near = { loopback: true, forwarded: false, ...none }
const far = { loopback: false, forwarded: false, ...none }
const ada = { name: 'ada', uid: undefined, groups: [], extra: {} }

describe('authentication', () => {
  let cluster: Map<string, typeof ada> | 'away'
  const tokens = () =>
    new TokenAuthenticator(
      async (token) => {
        if (cluster === 'away') throw new ClusterError('away', 'away')
        return cluster.get(token)
      },
      systemClock,
      new MemoryLedger(1e6),
    )
  const refusal = async (promise: Promise<unknown>) => {
    const error: unknown = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).to.be.instanceOf(UnauthenticatedError)
    return (error as UnauthenticatedError).message
  }
  beforeEach(() => {
    cluster = new Map([['good', ada]])
  })

  it('knows callers of this host by how they came, unless something forwarded them', async () => {
    const inCluster = new AuthenticatorChain({
      loopback: 'port-forward',
      tokens: undefined,
      authenticators: [],
    })
    expect(await inCluster.authenticate(near, 'net')).to.deep.include({
      name: 'cluster-inspector:port-forward',
      groups: ['cluster-inspector:port-forward'],
      via: 'port-forward',
    })
    expect(await refusal(inCluster.authenticate(far, 'net'))).to.include('kubectl port-forward')
    expect(await refusal(inCluster.authenticate({ ...near, forwarded: true }, 'net'))).to.include(
      'port-forward',
    )
    expect(inCluster.authenticateCached({ ...near, forwarded: true })).to.equal(undefined)
  })

  it('lets nobody of this host in where that is off', async () => {
    const strict = new AuthenticatorChain({ loopback: undefined, tokens: tokens(), authenticators: [] })
    expect(await refusal(strict.authenticate(near, 'net'))).to.include('bearer token')
  })

  it('knows the bearers of tokens, from anywhere', async () => {
    const authentication = new AuthenticatorChain({ loopback: 'local', tokens: tokens(), authenticators: [] })
    const shown = { ...far, forwarded: true, authorization: 'Bearer good' }
    expect(authentication.authenticateCached(shown), 'before it was asked').to.equal(undefined)
    expect(await authentication.authenticate(shown, 'net')).to.deep.equal({ ...ada, via: 'token' })
    expect(authentication.authenticateCached({ ...shown, authorization: 'bearer  good ' })).to.deep.include({
      name: 'ada',
    })
  })

  it('judges who shows a token by that alone: a wrong one is not made good by coming from this host', async () => {
    const authentication = new AuthenticatorChain({ loopback: 'local', tokens: tokens(), authenticators: [] })
    expect(
      await refusal(authentication.authenticate({ ...near, authorization: 'Bearer bad' }, 'net')),
    ).to.include('invalid bearer token')
    for (const authorization of ['', 'Bearer', 'Bearer a b', 'Basic Zm9v', 'Bearer two words', 'good'])
      expect(
        await refusal(authentication.authenticate({ ...near, authorization }, 'net')),
        authorization,
      ).to.include('Bearer <token>')
    const without = new AuthenticatorChain({ loopback: 'local', tokens: undefined, authenticators: [] })
    expect(await refusal(without.authenticate({ ...near, authorization: 'Bearer good' }, 'net'))).to.include(
      'tokenAudiences',
    )
  })

  it('sends those who stay away when the cluster does not know their token any more, not when it cannot say', async () => {
    const authentication = new AuthenticatorChain({ loopback: 'local', tokens: tokens(), authenticators: [] })
    const shown = { ...far, authorization: 'Bearer good' }
    const caller = await authentication.authenticate(shown, 'net')
    const now = async (credentials: RequestCredentials) =>
      (await authentication.revalidate(credentials, caller))?.name
    expect(await now(near)).to.equal('cluster-inspector:local')
    expect(await now(shown)).to.equal('ada')
    cluster = 'away'
    expect(await now(shown)).to.equal('ada')
    cluster = new Map()
    expect(await now(shown)).to.equal(undefined)
  })

  it('lets who comes another way in by it, before those who are near', async () => {
    const bea: Caller = { ...ada, name: 'oidc:bea', via: 'oidc' }
    const badge: Authenticator = {
      hint: 'show a badge',
      authenticateCached: ({ loopback }) => (loopback ? 'uncached' : undefined),
      authenticate: async ({ loopback }) => (loopback ? bea : undefined),
    }
    const authentication = new AuthenticatorChain({
      loopback: 'local',
      tokens: undefined,
      authenticators: [badge],
    })
    expect(authentication.authenticateCached(near)).to.equal(undefined)
    expect(await authentication.authenticate(near, 'net')).to.equal(bea)
    expect(await refusal(authentication.authenticate(far, 'net'))).to.include('show a badge')
  })

  it('gives names that others claim a prefix, and none that only the cluster may give', () => {
    expect(externalCaller('oidc', 'bea', ['ops'])).to.deep.include({ name: 'oidc:bea', groups: ['oidc:ops'] })
    for (const [name, group] of [
      ['system:admin', 'ops'],
      ['bea', 'system:masters'],
      ['', 'ops'],
      ['bea', ''],
    ] as const)
      expect(() => externalCaller('proxy', name, [group])).to.throw(
        UnauthenticatedError,
        'reserved for the cluster',
      )
  })
})

import { expect } from 'chai'
import { ClusterFailure, NotAdmitted } from '../errors.ts'
import { systemTime } from '../kube/time.ts'
import { Authentication, type Credentials, type Way } from './authentication.ts'
import { claimed, type Caller } from './caller.ts'
import { Tokens } from './tokens.ts'

const none = { connection: {}, authorization: undefined, cookie: undefined, proxied: undefined }
const near = { loopback: true, forwarded: false, ...none }
const far = { loopback: false, forwarded: false, ...none }
const ada = { name: 'ada', uid: undefined, groups: [], extra: {} }

describe('authentication', () => {
  let cluster: Map<string, typeof ada> | 'away'
  const tokens = () =>
    new Tokens(async (token) => {
      if (cluster === 'away') throw new ClusterFailure('away', 'away')
      return cluster.get(token)
    }, systemTime)
  const refusal = async (promise: Promise<unknown>) => {
    const error: unknown = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).to.be.instanceOf(NotAdmitted)
    return (error as NotAdmitted).message
  }
  beforeEach(() => {
    cluster = new Map([['good', ada]])
  })

  it('knows callers of this host by how they came, unless something forwarded them', async () => {
    const inCluster = new Authentication({ nearby: 'port-forward', tokens: undefined, ways: [] })
    expect(await inCluster.callerOf(near)).to.deep.include({
      name: 'cluster-inspector:port-forward',
      groups: ['cluster-inspector:port-forward'],
      via: 'port-forward',
    })
    expect(await refusal(inCluster.callerOf(far))).to.include('kubectl port-forward')
    expect(await refusal(inCluster.callerOf({ ...near, forwarded: true }))).to.include('port-forward')
    expect(inCluster.known({ ...near, forwarded: true })).to.equal(undefined)
  })

  it('lets nobody of this host in where that is off', async () => {
    const strict = new Authentication({ nearby: undefined, tokens: tokens(), ways: [] })
    expect(await refusal(strict.callerOf(near))).to.include('bearer token')
  })

  it('knows the bearers of tokens, from anywhere', async () => {
    const authentication = new Authentication({ nearby: 'local', tokens: tokens(), ways: [] })
    const shown = { ...far, forwarded: true, authorization: 'Bearer good' }
    expect(authentication.known(shown), 'before it was asked').to.equal(undefined)
    expect(await authentication.callerOf(shown)).to.deep.equal({ ...ada, via: 'token' })
    expect(authentication.known({ ...shown, authorization: 'bearer  good ' })).to.deep.include({
      name: 'ada',
    })
  })

  it('judges who shows a token by that alone: a wrong one is not made good by coming from this host', async () => {
    const authentication = new Authentication({ nearby: 'local', tokens: tokens(), ways: [] })
    expect(await refusal(authentication.callerOf({ ...near, authorization: 'Bearer bad' }))).to.include(
      'know',
    )
    for (const authorization of ['', 'Bearer', 'Bearer a b', 'Basic Zm9v', 'Bearer ümlaut', 'good'])
      expect(await refusal(authentication.callerOf({ ...near, authorization })), authorization).to.include(
        'Bearer <token>',
      )
    const without = new Authentication({ nearby: 'local', tokens: undefined, ways: [] })
    expect(await refusal(without.callerOf({ ...near, authorization: 'Bearer good' }))).to.include(
      'tokenAudiences',
    )
  })

  it('sends those who stay away when the cluster does not know their token any more, not when it cannot say', async () => {
    const authentication = new Authentication({ nearby: 'local', tokens: tokens(), ways: [] })
    const shown = { ...far, authorization: 'Bearer good' }
    const caller = await authentication.callerOf(shown)
    const now = async (credentials: Credentials) =>
      (await authentication.stillAdmits(credentials, caller))?.name
    expect(await now(near)).to.equal('cluster-inspector:local')
    expect(await now(shown)).to.equal('ada')
    cluster = 'away'
    expect(await now(shown)).to.equal('ada')
    cluster = new Map()
    expect(await now(shown)).to.equal(undefined)
  })

  it('lets who comes another way in by it, before those who are near', async () => {
    const bea: Caller = { ...ada, name: 'oidc:bea', via: 'oidc' }
    const badge: Way = {
      advice: 'show a badge',
      known: ({ loopback }) => (loopback ? 'unasked' : undefined),
      callerOf: async ({ loopback }) => (loopback ? bea : undefined),
    }
    const authentication = new Authentication({ nearby: 'local', tokens: undefined, ways: [badge] })
    expect(authentication.known(near)).to.equal(undefined)
    expect(await authentication.callerOf(near)).to.equal(bea)
    expect(await refusal(authentication.callerOf(far))).to.include('show a badge')
  })

  it('gives names that others claim a prefix, and none that only the cluster may give', () => {
    expect(claimed('oidc', 'bea', ['ops'])).to.deep.include({ name: 'oidc:bea', groups: ['oidc:ops'] })
    for (const [name, group] of [
      ['system:admin', 'ops'],
      ['bea', 'system:masters'],
      ['', 'ops'],
      ['bea', ''],
    ] as const)
      expect(() => claimed('proxy', name, [group])).to.throw(NotAdmitted, 'only the cluster')
  })
})

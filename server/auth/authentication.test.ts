import { expect } from 'chai'
import { ClusterFailure, NotAdmitted } from '../errors.ts'
import { systemTime } from '../kube/time.ts'
import { Authentication } from './authentication.ts'
import { Tokens } from './tokens.ts'

const near = { loopback: true, forwarded: false, authorization: undefined }
const far = { loopback: false, forwarded: false, authorization: undefined }
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
    const inCluster = new Authentication({ nearby: 'port-forward', tokens: undefined })
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
    const strict = new Authentication({ nearby: undefined, tokens: tokens() })
    expect(await refusal(strict.callerOf(near))).to.include('bearer token')
  })

  it('knows the bearers of tokens, from anywhere', async () => {
    const authentication = new Authentication({ nearby: 'local', tokens: tokens() })
    const shown = { ...far, forwarded: true, authorization: 'Bearer good' }
    expect(authentication.known(shown), 'before it was asked').to.equal(undefined)
    expect(await authentication.callerOf(shown)).to.deep.equal({ ...ada, via: 'token' })
    expect(authentication.known({ ...shown, authorization: 'bearer  good ' })).to.deep.include({
      name: 'ada',
    })
  })

  it('judges who shows a token by that alone: a wrong one is not made good by coming from this host', async () => {
    const authentication = new Authentication({ nearby: 'local', tokens: tokens() })
    expect(await refusal(authentication.callerOf({ ...near, authorization: 'Bearer bad' }))).to.include(
      'know',
    )
    for (const authorization of ['', 'Bearer', 'Bearer a b', 'Basic Zm9v', 'Bearer ümlaut', 'good'])
      expect(await refusal(authentication.callerOf({ ...near, authorization })), authorization).to.include(
        'Bearer <token>',
      )
    const without = new Authentication({ nearby: 'local', tokens: undefined })
    expect(await refusal(without.callerOf({ ...near, authorization: 'Bearer good' }))).to.include(
      'tokenAudiences',
    )
  })

  it('sends those who stay away when the cluster does not know their token any more, not when it cannot say', async () => {
    const authentication = new Authentication({ nearby: 'local', tokens: tokens() })
    const shown = { ...far, authorization: 'Bearer good' }
    await authentication.callerOf(shown)
    expect(await authentication.stillAdmits(near)).to.equal(true)
    expect(await authentication.stillAdmits(shown)).to.equal(true)
    cluster = 'away'
    expect(await authentication.stillAdmits(shown)).to.equal(true)
    cluster = new Map()
    expect(await authentication.stillAdmits(shown)).to.equal(false)
  })
})

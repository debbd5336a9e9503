import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { openEvents } from '../support/events.ts'
import { call } from '../support/http.ts'
import { until } from '../support/until.ts'
import { answersToPod, callerHeaders } from './environment/calling-pod.ts'
import { world } from './environment/world.ts'

/**
 * The longest time until a revoked token is refused: the lifetime of a cached TokenReview plus the interval
 * at which open streams are checked.
 */
const LOST_WITHIN_MS = 65_000

describe('authentication, on a real cluster', function () {
  this.timeout(240_000)
  const { kubectl, release, forward } = world()
  const namespace = `callers-${randomBytes(3).toString('hex')}`
  const get = (path: string, headers: Record<string, string> = {}) =>
    call(forward.api, 'GET', path, undefined, headers)

  before(async () => {
    await kubectl.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
    for (const name of ['reader', 'leaver'])
      await kubectl.apply({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } })
    await release.setAlone(
      'auth.tokenReview.enabled=true',
      `auth.reads={system:serviceaccounts:${namespace},cluster-inspector:port-forward}`,
      'auth.writes={nobody}',
    )
    await forward.renew()
  })
  after(async () => {
    await kubectl.remove('namespace', namespace)
  })

  it('accepts a Pod with the token of its ServiceAccount for this service, and no other token', async () => {
    const path = '/api/nodes'
    const said = await answersToPod({ namespace, account: 'reader', name: 'caller' }, [
      { token: 'inspector', path },
      { token: 'api', path },
      { token: 'none', path },
    ])
    expect(said.map((answer) => answer.split(' ')[0])).to.deep.equal(['200', '401', '401'])
  })

  it('reads and changes as its groups may', async () => {
    const reader = await callerHeaders(namespace, 'reader')
    expect((await get('/api/nodes', reader)).status).to.equal(200)
    const refused = await get('/api/nodes', await callerHeaders('default', 'default'))
    expect([refused.status, refused.json['error']]).to.deep.equal([
      403,
      'user "system:serviceaccount:default:default" is not allowed to read resources',
    ])
    const restart = await call(forward.api, 'POST', '/api/deployments/none/restart', { namespace }, reader)
    expect([restart.status, restart.json['hint']]).to.satisfy(
      ([status, hint]: [number, string]) => status === 403 && hint.includes('auth.writes'),
    )
    expect((await get('/api/nodes')).status, 'who comes by port-forward').to.equal(200)
  })

  it('rejects a caller soon after the cluster revoked its token, also on an open stream', async () => {
    const token = await callerHeaders(namespace, 'leaver')
    const stream = await openEvents(`${forward.api}/api/stream?kinds=nodes`, undefined, token)
    await stream.seen('synced', ({ event }) => event === 'synced')
    await kubectl.remove('serviceaccount', 'leaver', '-n', namespace)
    await until(
      'the token to be refused',
      async () => ((await get('/api/nodes', token)).status === 401 ? true : undefined),
      LOST_WITHIN_MS,
    )
    await until('the stream to be cut', () => stream.ended, LOST_WITHIN_MS)
  })
})

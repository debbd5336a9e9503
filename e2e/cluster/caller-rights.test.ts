import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { openEvents } from '../support/events.ts'
import { call } from '../support/http.ts'
import { until } from '../support/until.ts'
import { answersToPod, callerHeaders, type PodCall } from './environment/calling-pod.ts'
import { node, pod } from './environment/kubectl.ts'
import { world } from './environment/world.ts'

const RBAC = 'rbac.authorization.k8s.io'
/** Time from the API server's own denial to the service's. */
const LOST_WITHIN_MS = 10_000
const BACK_WITHIN_MS = 30_000

describe('rights of callers, on a real cluster', function () {
  this.timeout(240_000)
  const { kubectl, release, forward, image } = world()
  const namespace = `rights-${randomBytes(3).toString('hex')}`
  const inNamespace = (path: string) => `${path}?namespace=${namespace}`
  const userOf = (account: string) => `system:serviceaccount:${namespace}:${account}`
  const get = (path: string, headers: Record<string, string> = {}) =>
    call(forward.api, 'GET', path, undefined, headers)
  const grant = (account: string) =>
    kubectl.apply({
      apiVersion: `${RBAC}/v1`,
      kind: 'RoleBinding',
      metadata: { name: account, namespace },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'view' },
      subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
    })
  const mayList = (account: string, expected: string) =>
    until(`the API server to say ${expected}`, async () => {
      const { stdout } = await kubectl.try(
        'auth',
        'can-i',
        'list',
        'pods',
        '-n',
        namespace,
        '--as',
        userOf(account),
      )
      return String(stdout).trim() === expected ? true : undefined
    })
  const denied = (account: string, what: string) =>
    `pods is forbidden: User "${userOf(account)}" cannot list resource "pods" in API group "" ${what}`

  before(async () => {
    await kubectl.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
    for (const name of ['granted', 'bare', 'other'])
      await kubectl.apply({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } })
    await kubectl.apply(
      pod(namespace, 'talker', {
        containers: [node(image, 'main', 'setInterval(() => console.log("line"), 500)')],
      }),
    )
    for (const name of ['granted', 'other']) await grant(name)
  })
  after(async () => {
    await kubectl.remove('namespace', namespace)
  })

  const spoofed: PodCall[] = [
    { token: 'none', path: inNamespace('/api/pods'), headers: { 'x-forwarded-for': '127.0.0.1' } },
    { token: 'none', path: inNamespace('/api/pods'), headers: { 'x-remote-user': 'system:admin' } },
    { token: 'none', path: inNamespace('/api/pods'), headers: { forwarded: 'for=127.0.0.1' } },
  ]

  it('grants what the service may with authorization=service, whatever callers may', async () => {
    await release.setAlone('auth.tokenReview.enabled=true')
    await forward.renew()
    for (const account of ['granted', 'bare']) {
      const at = { namespace, account, name: `service-${account}` }
      const said = await answersToPod(at, [{ token: 'inspector', path: inNamespace('/api/pods') }])
      expect(said, account).to.deep.equal(['200'])
    }
    expect((await get('/api/pods')).status, 'who comes by port-forward').to.equal(200)
  })

  it('grants what the cluster allows the caller as well with authorization=caller; claims gain nothing', async () => {
    await release.set('auth.authorization=caller')
    await forward.renew()
    const calls: PodCall[] = [
      { token: 'inspector', path: inNamespace('/api/pods') },
      { token: 'inspector', path: '/api/pods' },
      { token: 'none', path: inNamespace('/api/pods') },
      ...spoofed,
    ]
    const granted = await answersToPod({ namespace, account: 'granted', name: 'caller-granted' }, calls)
    expect(granted.slice(0, 2)).to.deep.equal(['200', `403 | ${denied('granted', 'at the cluster scope')}`])
    for (const answer of granted.slice(2))
      expect(answer).to.match(/^401 \| Bearer realm="cluster-inspector" \| authentication required/)
    const bare = await answersToPod({ namespace, account: 'bare', name: 'caller-bare' }, calls.slice(0, 1))
    expect(bare).to.deep.equal([`403 | ${denied('bare', `in the namespace "${namespace}"`)}`])
    expect((await get('/api/pods')).status, 'who comes by port-forward').to.equal(401)
    const own = await get(inNamespace('/api/pods'), await callerHeaders(namespace, 'granted'))
    const names = (own.json['pods'] as { name: string }[]).map(({ name }) => name)
    const seen = await kubectl.items<{ metadata: { name: string } }>('pods', '-n', namespace)
    expect(names).to.deep.equal(seen.map(({ metadata }) => metadata.name))
    const restart = await call(
      forward.api,
      'POST',
      '/api/pods/talker/restart',
      { namespace },
      await callerHeaders(namespace, 'granted'),
    )
    expect([restart.status, restart.json['missing']]).to.deep.equal([
      403,
      [{ verb: 'delete', apiGroup: '', resource: 'pods', namespace }],
    ])
  })

  it('a right that is taken from a caller shows within 10 s, on a stream and a log that are open too', async () => {
    const [headers, others] = [
      await callerHeaders(namespace, 'granted'),
      await callerHeaders(namespace, 'other'),
    ]
    await until('the Pod to talk', async () => {
      const log = await get(`/api/pods/talker/logs?namespace=${namespace}&tail=1`, headers)
      return log.status === 200 && log.text !== '' ? true : undefined
    })
    const stream = await openEvents(
      `${forward.api}/api/stream?kinds=pods&namespace=${namespace}`,
      undefined,
      headers,
    )
    await stream.seen('synced', ({ event }) => event === 'synced')
    const follow = async (of: Record<string, string>) => {
      const log = await fetch(`${forward.api}/api/pods/talker/logs?namespace=${namespace}&follow=true`, {
        headers: of,
      })
      let ended: string | undefined
      log.text().then(
        () => (ended = 'end'),
        () => (ended = 'cut'),
      )
      return () => ended
    }
    const [log, other] = [await follow(headers), await follow(others)]
    await kubectl.text('delete', 'rolebinding', 'granted', '-n', namespace)
    await mayList('granted', 'no')
    const since = performance.now()
    const path = inNamespace('/api/pods')
    await until(
      'reads to be denied',
      async () => ((await get(path, headers)).status === 403 ? true : undefined),
      LOST_WITHIN_MS,
    )
    const said = await until(
      'the stream to say so',
      () => stream.events.find(({ event }) => event === 'forbidden'),
      LOST_WITHIN_MS,
    )
    expect(said.data['error']).to.equal(denied('granted', `in the namespace "${namespace}"`))
    expect(await until('the log to be cut', log, LOST_WITHIN_MS)).to.equal('cut')
    expect(performance.now() - since).to.be.below(LOST_WITHIN_MS)
    expect((await get(path, others)).status, 'who keeps the right').to.equal(200)
    expect(other(), 'and the log').to.equal(undefined)
    await grant('granted')
    await until(
      'the right to be back',
      async () => ((await get(path, headers)).status === 200 ? true : undefined),
      BACK_WITHIN_MS,
    )
    stream.close()
    await kubectl.text('delete', 'pod', 'talker', '-n', namespace, '--wait=false')
    await until('the other log to end', other)
  })
})

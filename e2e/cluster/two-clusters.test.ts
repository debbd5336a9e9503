import { expect } from 'chai'
import { openEvents } from '../support/events.ts'
import { call, type Answer } from '../support/http.ts'
import { until } from '../support/until.ts'
import { declared, kubeconfigOf, removeDeclared, secretOf, reported } from './environment/declared.ts'
import { output } from './environment/process.ts'
import { openSecondCluster, type SecondCluster } from './environment/second.ts'
import { world } from './environment/world.ts'

/** Time from `kubectl apply` to the service's first response. */
const WITHIN_MS = 5_000
const NAME = 'second'

describe('A second cluster, declared while the service runs', function () {
  this.timeout(240_000)
  const { kubectl, forward, release, kind } = world()
  let second: SecondCluster
  let uid: string | undefined
  let first: Awaited<ReturnType<SecondCluster['token']>>

  const get = (path: string, headers: Record<string, string> = {}) =>
    call(forward.api, 'GET', path, undefined, headers)
  const there = (context: string, path = '/api/nodes') => get(`${path}?context=${context}`)
  const answered = (context: string, status: number): Promise<Answer> =>
    until(
      `${context} to answer ${status}`,
      async () => {
        const answer = await there(context)
        if (answer.status === status) return answer
        throw new Error(`${answer.status} ${answer.text}`)
      },
      WITHIN_MS,
    )
  const names = (answer: Answer, field: string) =>
    (answer.json[field] as { name: string }[]).map(({ name }) => name)
  const nodesBy = async (client: typeof kubectl) =>
    (await client.items<{ metadata: { name: string } }>('nodes')).map(({ metadata }) => metadata.name)

  before(async function () {
    if (kind === undefined) this.skip()
    uid = (await release.pod()).metadata.uid
    second = await openSecondCluster()
    first = await second.token()
  })
  after(async () => {
    await removeDeclared('clustercontext/second', 'secret/second', 'secret/labelled', 'secret/argo')
  })

  it('answers under its name within 5 s of `kubectl apply`, as kubectl answers there', async () => {
    const text = kubeconfigOf({ ...second, token: first.token })
    await kubectl.apply(
      secretOf(NAME, { kubeconfig: text }),
      declared(NAME, { kubeconfigSecretRef: { name: NAME }, probe: { interval: '10s' } }),
    )
    const answer = await answered(NAME, 200)
    expect(names(answer, 'nodes')).to.deep.equal(await nodesBy(second.kubectl))
    expect(names(await get('/api/nodes'), 'nodes')).to.deep.equal(await nodesBy(kubectl))
  })

  it('shows the status of the second cluster in kubectl and in the API', async () => {
    const version = (await second.kubectl.json<{ serverVersion: { gitVersion: string } }>('version'))
      .serverVersion
    expect(await reported(NAME, /^True/, 30_000)).to.equal(`True Ready ${version.gitVersion}`)
    const { json } = await get('/api/contexts')
    const listed = (json['contexts'] as { name: string }[]).find(({ name }) => name === NAME)
    expect(listed).to.deep.include({
      ready: true,
      serverVersion: version.gitVersion,
      source: `ClusterContext cluster-inspector/${NAME}`,
      current: false,
    })
    const { json: tested } = await there(NAME, '/api/test-connection')
    expect(tested).to.deep.include({ success: true, context: NAME })
  })

  it('adds a cluster by a labelled Secret alone, and by one that Argo CD knows', async () => {
    const config = {
      bearerToken: first.token,
      tlsClientConfig: { caData: Buffer.from(second.ca).toString('base64') },
    }
    await kubectl.apply(
      secretOf(
        'labelled',
        { value: kubeconfigOf({ ...second, token: first.token }) },
        {
          'clusterinspector.dev/secret-type': 'kubeconfig',
        },
      ),
      secretOf(
        'argo',
        { name: 'by-argo', server: second.server, config: JSON.stringify(config) },
        {
          'argocd.argoproj.io/secret-type': 'cluster',
        },
      ),
    )
    const nodes = await nodesBy(second.kubectl)
    for (const context of ['labelled', 'by-argo'])
      expect(names(await answered(context, 200), 'nodes'), context).to.deep.equal(nodes)
    await removeDeclared('secret/labelled', 'secret/argo')
    for (const context of ['labelled', 'by-argo']) await answered(context, 400)
  })

  it('two contexts side by side are never taken for each other [S2]', async () => {
    const own = await nodesBy(kubectl)
    const other = await nodesBy(second.kubectl)
    const asked = Array.from({ length: 200 }, async (_, turn) => {
      const [path, wanted] = turn % 2 === 0 ? ['/api/nodes', own] : [`/api/nodes?context=${NAME}`, other]
      const fresh: Record<string, string> = turn % 3 === 0 ? { 'cache-control': 'no-cache' } : {}
      const answer = await get(path, fresh)
      expect(names(answer, 'nodes'), path).to.deep.equal(wanted)
    })
    await Promise.all(asked)
  })

  it('changes its token without a failed request: the old one is taken back under callers and a stream [F8]', async () => {
    const next = await second.token()
    const stream = await openEvents(`${forward.api}/api/stream?kinds=pods&context=${NAME}`)
    await stream.seen('synced', ({ event }) => event === 'synced')
    const failed: string[] = []
    let asked = 0
    const asking = new AbortController()
    const ask = async (): Promise<void> => {
      while (!asking.signal.aborted) {
        const path = asked % 2 === 0 ? '/api/nodes' : '/api/pods'
        const answer = await get(
          `${path}?context=${NAME}`,
          asked % 4 < 2 ? { 'cache-control': 'no-cache' } : {},
        )
        asked++
        if (answer.status !== 200) failed.push(`${answer.status} ${answer.text}`)
      }
    }
    const askers = [ask(), ask(), ask()]
    await until('some answers', () => (asked > 30 ? true : undefined))
    await kubectl.apply(secretOf(NAME, { kubeconfig: kubeconfigOf({ ...second, token: next.token }) }))
    // The server checks the operator's bundle once a second.
    const handedOver = asked
    await until('the next token to be shown', async () => {
      const said = await kubectl.text(
        'logs',
        '-n',
        'cluster-inspector',
        '-l',
        'app.kubernetes.io/component=server',
        '-c',
        'server',
        '--tail=-1',
      )
      const times = said.split('\n').filter((line) => line.includes('contexts loaded')).length
      return times >= 2 && asked > handedOver + 30 ? true : undefined
    })
    await first.revoke()
    const revoked = asked
    await until('answers after it', () => (asked > revoked + 100 ? true : undefined))
    asking.abort()
    await Promise.all(askers)
    expect(failed).to.deep.equal([])
    expect(stream.ended).to.equal(undefined)
    const name = `after-rotation-${asked}`
    await second.kubectl.apply({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'default' },
      spec: { containers: [{ name: 'main', image: 'none.invalid/none:1' }] },
    })
    await stream.seen(
      'a Pod made after it',
      ({ data }) => (data['object'] as { name?: string } | undefined)?.name === name,
    )
    stream.close()
    await second.kubectl.remove('pod', '-n', 'default', name)
  })

  it('reports a cluster that goes away as not ready, responds 500 with details, and recovers by itself', async () => {
    await output('docker', ['pause', second.node])
    try {
      await reported(NAME, /^False Unreachable/, 60_000)
      const answer = await get(`/api/nodes?context=${NAME}`, { 'cache-control': 'no-cache' })
      expect([answer.status, answer.json['code']]).to.deep.equal([500, 'INTERNAL_ERROR'])
      expect(answer.json['details']).to.match(/time-out|closed|ECONN/)
      expect((await get('/api/nodes')).status, 'the other one').to.equal(200)
    } finally {
      await output('docker', ['unpause', second.node])
    }
    await reported(NAME, /^True Ready/, 120_000)
    await until('it to answer', async () => ((await there(NAME)).status === 200 ? true : undefined))
  })

  it('removes a cluster within 5 s of its deletion: 400, bye on its stream, no restart of the Pod', async () => {
    const stream = await openEvents(`${forward.api}/api/stream?kinds=nodes&context=${NAME}`)
    await stream.seen('synced', ({ event }) => event === 'synced')
    await removeDeclared(`clustercontext/${NAME}`)
    await answered(NAME, 400)
    await stream.seen('bye', ({ event }) => event === 'bye')
    const { metadata, status } = await release.pod()
    expect(metadata.uid).to.equal(uid)
    for (const { restartCount } of status?.containerStatuses ?? []) expect(restartCount).to.equal(0)
  })
})

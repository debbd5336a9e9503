import { expect } from 'chai'
import { delay, hang } from '../support/demo/fault-actions.ts'
import type { DemoCluster } from '../support/demo-cluster.ts'
import { clusterRoutes as routes } from '../../server/app/routes.ts'
import type { RunningServer } from '../../server/app/server.ts'
import { arrivals } from '../support/arrivals.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { apiNameOf } from '../kinds/fixture.ts'
import { listedFixtures } from '../kinds/register.ts'
import { call, type Answer } from '../support/http.ts'
import { hurriedBy } from '../support/hurried.ts'
import { serveCluster, serveWarm } from '../support/serve.ts'
import { until } from '../support/until.ts'
import type { ObservedRequest } from '../../server/demo/cluster.ts'

const NO_CACHE = { 'cache-control': 'no-cache' }
/**
 * fetch adds `Cache-Control: no-cache` to a conditional request unless the request has a Cache-Control of its
 * own.
 */
const REVALIDATE = { 'cache-control': 'max-age=0' }
const clock = () => Date.parse('2026-11-21T12:00:00Z')
const isList = ({ url }: ObservedRequest) => url.includes('?limit=')
const isReview = ({ url }: ObservedRequest) => url.includes('selfsubjectaccessreviews')

describe('reads from watched state', () => {
  let demo: DemoCluster
  let service: RunningServer
  let seen: ObservedRequest[]
  const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    call(`http://127.0.0.1:${service.port}`, 'GET', path, undefined, headers)
  const cacheOf = async (path: string, headers?: Record<string, string>) =>
    (await get(path, headers)).headers.get('x-cache')
  const restart = (path: string) =>
    call(`http://127.0.0.1:${service.port}`, 'POST', `${path}/restart`, { namespace: 'shop' })
  const names = ({ json }: Answer) => (json['pods'] as { name: string }[]).map(({ name }) => name)
  const pod = (name: string, labels: Record<string, string> = {}) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'shop', labels },
    spec: { containers: [{ name: 'main', image: 'demo/web:1' }] },
  })

  beforeEach(async () => {
    demo = await openDemoCluster({ controllers: false, bulk: { pods: 600, nodes: 3, namespaces: 2 } })
    service = await serveWarm(demo.url, demo.token, { clock })
    seen = []
    demo.onRequest((request) => seen.push(request))
  })

  it('say byte for byte what live reads say, on every route', async () => {
    const named = new Map<string, string>()
    for (const fixture of listedFixtures) {
      const name = apiNameOf(fixture)
      const { json } = await get(`/api/${name}${fixture.namespaced ? '?namespace=shop' : ''}`)
      named.set(name, (json[name] as { name: string }[])[0]?.name ?? '')
    }
    const queries = ['', '&labelSelector=app.kubernetes.io/name', '&status=Running', '&phase=Running']
    for (const { path, cacheable } of routes) {
      // Findings are kept up, and never read live.
      if (!cacheable || path === '/api/diagnosis') continue
      const group = path.split('/')[2] ?? ''
      const target = `${path.replace('{name}', named.get(group) ?? '')}?${group === 'nodes' ? '' : 'namespace=shop'}`
      for (const query of queries) {
        await until(`${target} to come from watched state`, async () =>
          (await cacheOf(target + query)) === 'hit' ? true : undefined,
        )
        const [cached, live] = [await get(target + query), await get(target + query, NO_CACHE)]
        expect([cached.status, cached.headers.get('x-cache')], target).to.deep.equal([200, 'hit'])
        expect(live.headers.get('x-cache'), target).to.equal('bypass')
        expect(cached.text, target).to.equal(live.text)
        expect(cached.headers.get('etag'), target).to.equal(live.headers.get('etag'))
      }
    }
    expect((await get('/api/pods')).text).to.equal((await get('/api/pods', NO_CACHE)).text)
  })

  it('ask the cluster for nothing but whether they may be shown [P21]', async () => {
    await service.stop()
    service = await serveWarm(demo.url, demo.token, { clock, time: hurriedBy(0.1) })
    seen = []
    for (let n = 0; n < 200; n++) expect(await cacheOf('/api/pods?namespace=shop')).to.equal('hit')
    expect(seen.filter(isList)).to.have.length(0)
    expect(seen.filter(isReview).length).to.be.at.most(2)
  })

  it('show a change at once, and nothing new as 304', async () => {
    const before = await get('/api/pods?namespace=shop')
    const etag = before.headers.get('etag') ?? ''
    expect((await get('/api/pods?namespace=shop', { ...REVALIDATE, 'if-none-match': etag })).status).to.equal(
      304,
    )
    demo.apply(pod('a-new-one'))
    const after = await until('the new Pod', async () => {
      const answer = await get('/api/pods?namespace=shop', { ...REVALIDATE, 'if-none-match': etag })
      return answer.status === 200 ? answer : undefined
    })
    expect([names(after), after.headers.get('x-cache')]).to.deep.equal([
      ['a-new-one', ...names(before)],
      'hit',
    ])
    demo.remove(pod('a-new-one'))
    await until('it to be gone', async () =>
      (await get('/api/pods?namespace=shop')).text === before.text ? true : undefined,
    )
  })

  it('page through the list as it was, whatever happens meanwhile', async () => {
    const whole = names(await get('/api/pods'))
    const paged: string[] = []
    let next = ''
    do {
      const page = await get(`/api/pods?limit=100${next && `&continue=${next}`}`)
      expect(page.headers.get('x-cache')).to.equal('hit')
      paged.push(...names(page))
      expect(page.json['remaining'] ?? 0).to.equal(whole.length - paged.length)
      next = typeof page.json['continue'] === 'string' ? page.json['continue'] : ''
      demo.apply(pod(`meanwhile-${paged.length}`))
      demo.remove(pod(whole.at(-1) ?? ''))
    } while (next !== '')
    expect(paged).to.deep.equal(whole)
    const { json } = await get('/api/pods?limit=1')
    const other = await get(`/api/pods?limit=1&namespace=shop&continue=${String(json['continue'])}`)
    expect([other.status, other.json['code']]).to.deep.equal([400, 'BAD_REQUEST'])
  })

  it('send one call to the cluster for identical cold reads [P18]', async () => {
    await service.stop()
    demo.faults.inject({ when: ({ url }) => url.includes('watch='), action: hang() })
    const all = Promise.withResolvers<void>()
    demo.faults.inject({
      when: isList,
      action: (_request, _response, proceed) => void all.promise.then(proceed),
    })
    service = await serveCluster(demo.url, demo.token)
    void arrivals(service.port, 200).then(all.resolve)
    const answers = await Promise.all(Array.from({ length: 200 }, () => get('/api/pods?namespace=shop')))
    expect(
      new Set(answers.map(({ status, headers }) => `${status} ${headers.get('x-cache')}`)),
    ).to.deep.equal(new Set(['200 miss']))
    expect(seen.filter(isList)).to.have.length(1)
  })

  it('wait for the store that is being filled if they differ and are cold, all but one', async () => {
    await service.stop()
    const all = Promise.withResolvers<void>()
    demo.faults.inject({
      when: ({ url }) => url.includes('watch='),
      action: (_request, _response, proceed) => void all.promise.then(proceed),
    })
    demo.faults.inject({ when: isList, action: delay(400) })
    // The rest after a read has a limit of two seconds, in which a busy machine may not fill the store.
    service = await serveCluster(demo.url, demo.token, { time: hurriedBy(0.1) })
    // The first read of a cold cache starts the fill.
    expect(await cacheOf('/api/pods?namespace=shop')).to.equal('miss')
    const wanted = Array.from(
      { length: 20 },
      (_, count) => `/api/pods?namespace=shop&labelSelector=app!%3Dapp-${count}`,
    )
    void arrivals(service.port, wanted.length).then(all.resolve)
    const answers = await Promise.all(wanted.map((path) => get(path)))
    const uses = answers.map(({ status, headers }) => `${status} ${headers.get('x-cache')}`)
    expect(uses.sort()).to.deep.equal([...Array.from({ length: 19 }, () => '200 hit'), '200 miss'])
    expect(seen.filter(isList)).to.have.length(2)
    expect(new Set(answers.map(({ text }) => text)).size).to.equal(1)
  })

  describe('after a write', () => {
    const shown = async () => (await get('/api/deployments/storefront?namespace=shop')).json['status']

    it('never show the state before it, not even where the watch has stopped [P13]', async () => {
      expect(await shown()).to.equal('Available')
      demo.faults.inject({ when: ({ url }) => url.includes('deployments?watch='), action: hang() })
      demo.faults.cut(({ url }) => url.includes('deployments?watch='))
      await until('the watch to be lost', async () =>
        (await cacheOf('/api/deployments?namespace=shop')) === 'stale' ? true : undefined,
      )
      const { status, headers } = await restart('/api/deployments/storefront')
      expect([status, headers.get('x-cache')]).to.deep.equal([200, null])
      expect(headers.get('x-resource-version')).to.match(/^deployments:\d+$/)
      const after = await get('/api/deployments/storefront?namespace=shop')
      expect([after.json['status'], after.headers.get('x-cache')]).to.deep.equal(['Progressing', 'miss'])
      expect(await cacheOf('/api/pods?namespace=shop')).to.equal('hit')
    })

    it('come from watched state again as soon as that has seen it', async () => {
      await restart('/api/deployments/storefront')
      const after = await get('/api/deployments/storefront?namespace=shop')
      expect([after.json['status'], after.headers.get('x-cache')]).to.deep.equal(['Progressing', 'hit'])
    })

    it('show that a Pod is gone', async () => {
      demo.apply(pod('brief'))
      await until('the Pod', async () =>
        (await get('/api/pods/brief?namespace=shop')).status === 200 ? true : undefined,
      )
      const answer = await call(`http://127.0.0.1:${service.port}`, 'POST', '/api/pods/brief/restart', {
        namespace: 'shop',
        gracePeriodSeconds: 0,
      })
      expect(answer.status).to.equal(200)
      expect(names(await get('/api/pods?namespace=shop'))).to.not.include('brief')
    })

    it('hold to the version a caller brings from another replica', async () => {
      const { headers } = await restart('/api/deployments/storefront')
      const version = headers.get('x-resource-version') ?? ''
      const path = '/api/deployments?namespace=shop'
      expect(await cacheOf(path, { 'x-resource-version': version })).to.equal('hit')
      expect(await cacheOf(path, { 'x-resource-version': 'deployments:99999999' })).to.equal('miss')
      expect(await cacheOf(path, { 'x-resource-version': 'pods:99999999' })).to.equal('hit')
      for (const bad of [
        'deployments',
        'deployments:',
        ':1',
        'deployments:01',
        'deployments:1:2',
        'a b:1',
        '1',
      ]) {
        const { status, json } = await get(path, { 'x-resource-version': bad })
        expect([status, json['code']], bad).to.deep.equal([400, 'BAD_REQUEST'])
        expect(json['issues']).to.have.nested.property('[0].in', 'header')
      }
    })
  })
})

import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { hang } from '../support/demo/fault-actions.ts'
import type { DemoCluster } from '../support/demo-cluster.ts'
import type { RunningServer } from '../../server/app/server.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { call } from '../support/http.ts'
import { Kube } from '../support/kube.ts'
import { sendRaw, wholeAnswers } from '../support/raw.ts'
import { serveWarm } from '../support/serve.ts'
import { until } from '../support/until.ts'

const HOUR = 3_600_000

describe('answers that are given again', () => {
  let demo: DemoCluster
  let service: RunningServer
  let kube: Kube
  let now: number

  beforeEach(async () => {
    now = Date.now()
    demo = await openDemoCluster({ controllers: false })
    service = await serveWarm(demo.url, demo.token, { clock: () => now })
    kube = new Kube({ url: demo.url, token: demo.token })
  })
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    call(`http://127.0.0.1:${service.port}`, method, path, undefined, headers)
  /** Repeats a request until it is served from watched state, and then sends it twice more. */
  const thrice = async (path: string, headers?: Record<string, string>) => {
    const first = await until(`${path} to be watched`, async () => {
      const answer = await get(path, headers)
      return answer.headers.get('x-cache') === 'hit' ? answer : undefined
    })
    return [first, await get(path, headers), await get(path, headers)]
  }
  const ageOf = (headers: Headers) => Number(headers.get('x-cache-age-ms'))
  const own = (headers: Headers) => {
    const all = Object.fromEntries(headers)
    for (const name of ['x-request-id', 'x-cache-age-ms', 'date']) delete all[name]
    return all
  }

  const pod = (name: string) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'shop' },
    spec: { containers: [{ name: 'main', image: 'demo/web:1' }] },
  })

  it('say what the first said, under the same headers and an id of their own', async () => {
    const node = (await get('/api/nodes')).json['nodes'] as { name: string }[]
    for (const path of [
      '/api/pods',
      '/api/pods?namespace=shop&status=Running',
      '/api/deployments?namespace=shop&labelSelector=app.kubernetes.io/name',
      '/api/deployments/storefront?namespace=shop',
      '/api/deployments/storefront/pods?namespace=shop',
      '/api/deployments/storefront/events?namespace=shop',
      `/api/nodes/${node[0]?.name}`,
      `/api/nodes/${node[0]?.name}/pods`,
    ]) {
      const answers = await thrice(path)
      for (const answer of answers) {
        expect([answer.status, answer.text], path).to.deep.equal([200, answers[0]?.text])
        expect(own(answer.headers), path).to.deep.equal(own(answers[0]?.headers ?? new Headers()))
      }
      expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size, path).to.equal(3)
    }
    expect((await get('/api/pods', { 'x-request-id': 'mine' })).headers.get('x-request-id')).to.equal('mine')
  })

  it('encodes a cached response as each caller accepts it, with 304 for a matching ETag and no body for HEAD', async () => {
    const [plain] = await thrice('/api/pods')
    for (let n = 0; n < 3; n++) {
      const answer = await sendRaw(
        `http://127.0.0.1:${service.port}`,
        'GET /api/pods HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n',
      )
      const [head = '', ...body] = answer.split('\r\n\r\n')
      expect(head).to.match(/content-encoding: gzip/i)
      expect(head).to.match(/vary: accept-encoding/i)
      expect(gunzipSync(Buffer.from(body.join('\r\n\r\n'), 'latin1')).toString()).to.equal(plain?.text)
    }
    const etag = plain?.headers.get('etag') ?? ''
    const known = await get('/api/pods', { 'if-none-match': `"x", ${etag}`, 'cache-control': 'max-age=0' })
    expect([known.status, known.text, known.headers.get('etag')]).to.deep.equal([304, '', etag])
    const head = await get('/api/pods', {}, 'HEAD')
    expect([head.status, head.text, head.headers.get('etag')]).to.deep.equal([200, '', etag])
  })

  it('writes cached responses completely, one after the other, on kept and on closed connections', async () => {
    const [plain] = await thrice('/api/pods')
    const etag = plain?.headers.get('etag') ?? ''
    const ask = (...fields: string[]): string =>
      ['GET /api/pods HTTP/1.1', 'Host: localhost', ...fields].join('\r\n') + '\r\n\r\n'
    const text = await sendRaw(
      `http://127.0.0.1:${service.port}`,
      ask() + ask(`if-none-match: ${etag}`) + ask('ACCEPT-ENCODING: gzip') + ask('Connection: close'),
      4,
    )
    const answers = wholeAnswers(text)
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 304, 200, 200])
    const [kept, unmodified, gzipped, last] = answers
    expect(kept?.body).to.equal(plain?.text)
    expect(gunzipSync(Buffer.from(gzipped?.body ?? '', 'latin1')).toString()).to.equal(plain?.text)
    expect(last?.body).to.equal(plain?.text)
    expect(unmodified?.fields).to.include({ etag, vary: 'Accept-Encoding', connection: 'keep-alive' })
    // `Connection: close` bypasses the response cache, so the last response came through Express. A cached
    // response has the same headers, except those about the connection.
    if (kept === undefined || last === undefined) throw new Error('answers are missing')
    const own = { 'x-request-id': '', 'x-cache-age-ms': '', date: '', connection: '', 'keep-alive': '' }
    expect({ ...kept.fields, ...own }).to.deep.equal({ ...last.fields, ...own })
    expect(kept.fields).to.include({ connection: 'keep-alive', 'keep-alive': 'timeout=65' })
    expect(last.fields).to.include({ connection: 'close' })
    expect(Math.abs(Date.parse(kept.fields['date'] ?? '') - now)).to.be.below(60_000)
  })

  it('say how old they are while the cluster does not answer, no limit counting them, and change as soon as it does [F1]', async () => {
    await service.stop()
    service = await serveWarm(demo.url, demo.token, { clock: () => now, settings: { rateLimit: 20 } })
    const path = '/api/pods?namespace=shop'
    const [, , plain] = await thrice(path)
    const fault = demo.faults.inject({ when: () => true, action: hang() })
    demo.faults.cut(() => true)
    const old = await until('the watch to be lost', async () => {
      const answer = await get(path)
      return answer.headers.get('x-cache') === 'stale' ? answer : undefined
    })
    let older = old
    for (let reads = 0; reads < 40; reads++) {
      older = await get(path)
      expect([older.status, older.text]).to.deep.equal([200, plain?.text])
      expect(own(older.headers)).to.deep.equal({
        ...own(plain?.headers ?? new Headers()),
        'x-cache': 'stale',
      })
    }
    expect(ageOf(older.headers)).to.be.above(ageOf(old.headers))
    demo.apply(pod('made-meanwhile'))
    fault.lift()
    demo.faults.cut(() => true)
    await until('the watch to tell', async () => {
      const { headers, text } = await get(path)
      return headers.get('x-cache') === 'hit' && text.includes('"made-meanwhile"') ? true : undefined
    })
  })

  it('change when an age in them does', async () => {
    const path = '/api/deployments/storefront?namespace=shop'
    const age = async () => (await thrice(path)).map(({ json }) => json['age'])
    const [before] = await age()
    now += 400 * 24 * HOUR
    const [after, ...again] = await age()
    expect(after).not.to.equal(before)
    expect(again).to.deep.equal([after, after])
    now -= 400 * 24 * HOUR
    expect((await age())[0], 'F22 a clock that was set back').to.equal(before)
  })

  it('change when what they were made of does, joins too', async () => {
    const path = '/api/deployments/storefront/pods?namespace=shop'
    const names = async () => ((await get(path)).json['pods'] as { name: string }[]).map(({ name }) => name)
    await thrice(path)
    const [first = '', ...others] = await names()
    await kube.remove(`/api/v1/namespaces/shop/pods/${first}`)
    await until('the Pod to be gone', async () => ((await names()).includes(first) ? undefined : true))
    expect(await names()).to.deep.equal(others)
  })

  it('computes a response again from the cache if only the state has changed, without a call to the cluster', async () => {
    const path = '/api/pods?namespace=shop'
    await thrice(path)
    const asked: string[] = []
    demo.onRequest(({ url }) => asked.push(url))
    for (let change = 1; change <= 40; change++) {
      const name = `made-${change}`
      demo.apply(pod(name))
      const answer = await until(`${name} to be listed`, async () => {
        const read = await get(path, { 'accept-encoding': change % 2 === 0 ? 'gzip' : 'identity' })
        expect([read.status, read.headers.get('x-cache')]).to.deep.equal([200, 'hit'])
        return read.text.includes(`"${name}"`) ? read : undefined
      })
      expect(answer.headers.get('content-encoding')).to.equal(change % 2 === 0 ? 'gzip' : null)
      if (change % 10 !== 0) continue
      const tag = answer.headers.get('etag') ?? ''
      const revalidated = await get(path, { 'if-none-match': tag, 'cache-control': 'max-age=0' })
      expect([revalidated.status, revalidated.headers.get('etag')]).to.deep.equal([304, tag])
    }
    expect(asked.filter((url) => !url.includes('selfsubjectaccessreviews'))).to.deep.equal([])
  })

  it('keeps cached responses apart by context, path and query', async () => {
    await thrice('/api/pods?namespace=shop')
    expect((await get('/api/pods?namespace=none')).json).to.deep.equal({ pods: [] })
    expect((await get('/api/pods?namespace=shop&context=other')).status).to.equal(400)
    expect((await get('/api/pods/?namespace=shop')).status).to.equal(404)
    expect((await get('/api/pods?namespace=shop', {}, 'DELETE')).status).to.equal(405)
  })

  it('serves no cached response to forwarded requests', async () => {
    await thrice('/api/pods')
    expect((await get('/api/pods', { 'x-forwarded-for': '10.0.0.1' })).status).to.equal(401)
  })
})

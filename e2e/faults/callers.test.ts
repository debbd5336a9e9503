import { PassThrough } from 'node:stream'
import { expect } from 'chai'
import { internalError } from '../support/demo/fault-actions.ts'
import type { DemoCluster } from '../support/demo-cluster.ts'
import type { RunningServer } from '../../server/app/server.ts'
import { SkippingTime } from '../../server/testing/skipping-time.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { openEvents } from '../support/events.ts'
import { call } from '../support/http.ts'
import { hurriedBy } from '../support/hurried.ts'
import { sendRaw, statusOf, wholeAnswers } from '../support/raw.ts'
import { secondsApart } from '../support/seconds-apart.ts'
import { serveCluster, serveWarm, type ServeOptions } from '../support/serve.ts'

const clock = secondsApart()

const AUDIENCE = 'cluster-inspector'
const RESTART = '/api/deployments/storefront/restart'

describe('authentication of callers', () => {
  let demo: DemoCluster
  let service: RunningServer
  let reviews: number

  async function start(settings: Record<string, unknown>, options: ServeOptions = {}): Promise<void> {
    service = await serveWarm(demo.url, demo.token, { clock, ...options, settings })
  }
  const base = () => `http://127.0.0.1:${service.port}`
  const get = (path: string, headers: Record<string, string> = {}) =>
    call(base(), 'GET', path, undefined, headers)
  const restart = (headers: Record<string, string> = {}) =>
    call(base(), 'POST', RESTART, { namespace: 'shop' }, headers)
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const tokenOf = (username: string, groups: string[] = [], audience = AUDIENCE) =>
    demo.addToken({ username, groups }, [audience])

  beforeEach(async () => {
    demo = await openDemoCluster({ controllers: false })
    reviews = 0
    demo.onRequest(({ url }) => {
      if (url.includes('/tokenreviews')) reviews++
    })
  })

  it('accepts callers of this host, and bearers of tokens for this service', async () => {
    await start({ tokenAudiences: [AUDIENCE] })
    expect((await get('/api/pods')).status).to.equal(200)
    const good = bearer(tokenOf('ada'))
    const forwarded = { ...good, 'x-forwarded-for': '10.0.0.9' }
    for (let n = 0; n < 20; n++) expect((await get('/api/pods', forwarded)).status).to.equal(200)
    expect(reviews, 'one review for all of them').to.equal(1)
    const other = await get('/api/pods', bearer(tokenOf('ada', [], 'another-service')))
    expect([other.status, other.json['code']]).to.deep.equal([401, 'UNAUTHORIZED'])
    expect(other.headers.get('www-authenticate')).to.match(/^Bearer /)
    expect(other.text).to.include('audience')
    for (const headers of [
      { 'x-forwarded-for': '10.0.0.9' },
      bearer('made-up'),
      bearer(demo.token),
      { authorization: 'Basic Zm9vOmJhcg==' },
    ])
      expect((await get('/api/pods', headers)).status, JSON.stringify(headers)).to.equal(401)
  })

  it('serves no cached response to a caller who is not authenticated [S2]', async () => {
    await start({ tokenAudiences: [AUDIENCE], loopback: false, readGroups: ['readers'] })
    const reader = bearer(tokenOf('ada', ['readers']))
    const stranger = bearer(tokenOf('eve', ['others']))
    for (let n = 0; n < 3; n++) {
      expect((await get('/api/pods', reader)).headers.get('x-cache')).to.equal('hit')
      expect((await get('/api/pods')).status).to.equal(401)
      const refused = await get('/api/pods', stranger)
      expect(refused.json).to.deep.include({ code: 'FORBIDDEN', statusCode: 403, missing: [] })
      expect(refused.json['error']).to.include('user "eve" is not allowed to read resources')
      expect(refused.json['hint']).to.include('readers')
      expect((await get('/api/pods', bearer('made-up'))).status).to.equal(401)
    }
  })

  it('may change things only where a group of theirs may', async () => {
    await start({ tokenAudiences: [AUDIENCE], writeGroups: ['ops'] })
    const refused = await restart()
    expect([refused.status, refused.json['code']]).to.deep.equal([403, 'FORBIDDEN'])
    expect(refused.json['hint']).to.include('writeGroups')
    expect((await restart(bearer(tokenOf('dev', ['dev'])))).status).to.equal(403)
    expect((await restart(bearer(tokenOf('ada', ['ops'])))).status).to.equal(200)
    expect((await get('/api/pods')).status).to.equal(200)
  })

  it('rejects callers 30 s after their token was revoked, also on open streams and logs', async () => {
    const time = new SkippingTime()
    await start({ tokenAudiences: [AUDIENCE], loopback: false }, { time })
    const token = tokenOf('ada')
    const stream = await openEvents(`${base()}/api/stream?kinds=pods`, undefined, bearer(token))
    const { json } = await get('/api/pods?namespace=shop&status=Running', bearer(token))
    const [running] = json['pods'] as { name: string; containers: { name: string }[] }[]
    const query = `namespace=shop&follow=true&container=${running?.containers[0]?.name}`
    const log = await fetch(`${base()}/api/pods/${running?.name}/logs?${query}`, {
      headers: bearer(token),
    })
    expect(log.status, log.status === 200 ? '' : await log.text()).to.equal(200)
    let end: string | undefined
    log.text().then(
      () => (end = 'end'),
      () => (end = 'cut'),
    )
    demo.revokeToken(token)
    await time.until('the token to be refused', async () =>
      (await get('/api/pods', bearer(token))).status === 401 ? true : undefined,
    )
    await time.until('the stream to be cut', () => stream.ended)
    expect(await time.until('the log to be cut', () => end)).to.equal('cut')
  })

  it('explains that the cluster cannot review tokens, and which right the service lacks', async () => {
    await start({ tokenAudiences: [AUDIENCE] })
    const token = bearer(tokenOf('ada'))
    const fault = demo.faults.inject({
      when: ({ url }) => url.includes('/tokenreviews'),
      action: internalError(),
    })
    const failed = await get('/api/pods', token)
    expect([failed.status, failed.json['code']]).to.deep.equal([500, 'INTERNAL_ERROR'])
    fault.lift()
    expect((await get('/api/pods', token)).status).to.equal(200)
    await service.stop()
    const poor = demo.addToken({ username: 'poor' })
    service = await serveCluster(demo.url, poor, { settings: { tokenAudiences: [AUDIENCE] } })
    const denied = await get('/api/pods', token)
    expect(denied.status).to.equal(500)
    expect(denied.json['details']).to.include('auth.tokenReview.enabled=true')
  })

  describe('with others at their address, at 100 requests a second [A4, S11]', () => {
    let known: Record<string, string>
    let output: PassThrough

    beforeEach(async () => {
      output = new PassThrough()
      await start({ tokenAudiences: [AUDIENCE], loopback: false }, { output, time: hurriedBy(0.1) })
      known = bearer(tokenOf('ada'))
      expect((await get('/api/pods', known)).status).to.equal(200)
      reviews = 0
    })

    /** Sends 1,000 requests, of which 100 are in flight; meanwhile a known caller and ten new ones read. */
    async function flood(headersOf: (n: number) => Record<string, string>): Promise<void> {
      const flooded = new Set<number>()
      let next = 0
      const senders = Array.from({ length: 100 }, async () => {
        while (next < 1000) flooded.add((await get('/api/nodes', headersOf(next++))).status)
      })
      const live = { 'cache-control': 'no-cache' }
      for (let n = 0; n < 10; n++) {
        expect((await get('/api/nodes', { ...known, ...live })).status, 'a known caller').to.equal(200)
        const fresh = bearer(tokenOf(`new-${n}`))
        expect((await get('/api/nodes', fresh)).status, 'a new caller').to.equal(200)
      }
      await Promise.all(senders)
      expect([...flooded]).to.deep.equal([401])
    }

    it('accept others despite requests without credentials, which cost no review and no line in the audit log', async () => {
      await flood(() => ({}))
      expect(reviews, 'one for each new caller').to.equal(10)
      expect(String(output.read() ?? '')).not.to.include('denied')
    })

    it('accept others despite one wrong token, which is reviewed once in 5 s', async () => {
      await flood(() => bearer('wrong'))
      expect(reviews).to.be.within(11, 13)
    })

    it('accept others despite ever new wrong tokens', async () => {
      await flood((n) => bearer(`wrong-${n}`))
      expect(reviews).to.equal(1010)
      expect(String(output.read())).to.include('denied')
    })
  })

  it('may ask so often, not counting what memory answers', async () => {
    await start({ rateLimit: 30 })
    const live = { 'cache-control': 'no-cache' }
    for (let n = 0; n < 2; n++) expect((await get('/api/nodes')).headers.get('x-cache')).to.equal('hit')
    const first = await get('/api/nodes', live)
    expect(first.headers.get('ratelimit-policy')).to.include('q=30')
    const seen: number[] = []
    for (let n = 0; n < 40; n++) seen.push((await get('/api/nodes', live)).status)
    expect(seen.filter((status) => status === 200).length).to.be.within(20, 30)
    expect((await get('/api/nodes', live)).json['code']).to.equal('RATE_LIMITED')
    expect((await get('/api/nodes')).status, 'from memory').to.equal(200)
  })

  it('refuses changes by pages of other origins [S4]', async () => {
    await start({})
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: base(), 'sec-fetch-site': 'cross-site' },
    ]) {
      const refused = await restart(headers)
      expect([refused.status, refused.json['code']], JSON.stringify(headers)).to.deep.equal([
        403,
        'FORBIDDEN',
      ])
      expect((await get('/api/pods', headers)).headers.get('access-control-allow-origin')).to.equal(null)
    }
    expect((await restart({ origin: base(), 'sec-fetch-site': 'same-origin' })).status).to.equal(200)
    expect((await restart()).status, 'neither there').to.equal(200)
    let writes = 0
    demo.onRequest(({ method }) => (writes += method === 'PATCH' ? 1 : 0))
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect((await restart({ 'content-type': type })).status, type).to.equal(415)
    const form = await fetch(base() + RESTART, { method: 'POST', body: '{"namespace":"shop"}' })
    expect([form.status, writes]).to.deep.equal([415, 0])
  })

  it('name a host of this service, on every route and on what is answered from memory [S5]', async () => {
    await start({ allowedHosts: ['inspector.example.com'] })
    await get('/api/pods')
    const asked = (path: string, host: string) =>
      sendRaw(base(), `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    const kept = (host: string) => sendRaw(base(), `GET /api/pods HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    for (const path of ['/api/pods', '/api/stream', '/docs', '/api/openapi.json', '/nowhere'])
      expect(statusOf(await asked(path, 'evil.example')), path).to.equal(421)
    const [refused] = wholeAnswers(await kept('evil.example:8080'))
    expect(refused?.status).to.equal(421)
    expect(JSON.parse(refused?.body ?? '')).to.include({ code: 'MISDIRECTED_REQUEST' })
    for (const host of [
      'inspector.example.com',
      'INSPECTOR.example.com:80',
      '127.0.0.1',
      '[::1]:1',
      'localhost',
    ])
      expect(statusOf(await kept(host)), host).to.equal(200)
  })
})

import { expect } from 'chai'
import { internalError } from '../support/demo/fault-actions.ts'
import type { DemoCluster } from '../support/demo-cluster.ts'
import type { RunningServer } from '../../server/app/server.ts'
import { AUDIENCE } from '../support/callers.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { call } from '../support/http.ts'
import { sendRaw, statusOf } from '../support/raw.ts'
import { secondsApart } from '../support/seconds-apart.ts'
import { serveWarm } from '../support/serve.ts'

const clock = secondsApart()

const CONSOLE = 'https://console.example.com'
const RESTART = '/api/deployments/storefront/restart'
/** The headers of a cross-site request from a web page. */
const PAGE = { origin: CONSOLE, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }
const OTHER = { ...PAGE, origin: 'https://evil.example' }
const ASKING = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type',
}

describe('pages of allowed origins [S4]', () => {
  let demo: DemoCluster
  let service: RunningServer
  let ada: Record<string, string>

  async function start(settings: Record<string, unknown> = {}): Promise<void> {
    const own = { tokenAudiences: [AUDIENCE], allowedOrigins: [CONSOLE], ...settings }
    service = await serveWarm(demo.url, demo.token, { settings: own, clock })
  }
  const base = () => `http://127.0.0.1:${service.port}`
  const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
    call(base(), method, path, undefined, headers)
  const get = (path: string, headers: Record<string, string> = {}) => ask('GET', path, headers)
  const restart = (headers: Record<string, string>) =>
    call(base(), 'POST', RESTART, { namespace: 'shop' }, headers)
  const shared = ({ headers }: { headers: Headers }) =>
    [...headers].filter(([name]) => name.startsWith('access-control-'))
  const sharedWith = (answer: { headers: Headers }) => answer.headers.get('access-control-allow-origin')
  const bearer = (username: string, groups: string[] = []) => ({
    authorization: `Bearer ${demo.addToken({ username, groups }, [AUDIENCE])}`,
  })

  beforeEach(async () => {
    demo = await openDemoCluster({ controllers: false })
    ada = bearer('ada')
  })

  it('sends no CORS header without a list of origins: no response depends on the origin', async () => {
    await start({ allowedOrigins: [] })
    for (const [method, path, headers] of [
      ['GET', '/api/pods', PAGE],
      ['GET', '/api/pods', { ...PAGE, ...ada }],
      ['GET', '/api/pods', { ...PAGE, authorization: 'Bearer wrong' }],
      ['OPTIONS', '/api/pods', { ...PAGE, ...ASKING }],
    ] as const) {
      const answer = await ask(method, path, headers)
      expect(shared(answer), `${method} ${path}`).to.deep.equal([])
      expect(answer.headers.get('vary') ?? '').not.to.match(/origin/i)
    }
    expect((await get('/api/pods', PAGE)).headers.get('x-cache'), 'from memory').to.equal('hit')
    expect((await restart({ ...PAGE, ...ada })).status).to.equal(403)
  })

  it('tells pages what they may send before they send a token, for ten minutes', async () => {
    await start({ loopback: false })
    for (const path of ['/api/pods', RESTART]) {
      const answer = await ask('OPTIONS', path, { ...PAGE, ...ASKING })
      expect([answer.status, answer.text], path).to.deep.equal([204, ''])
      const said = Object.fromEntries(shared(answer))
      expect(said['access-control-allow-origin']).to.equal(CONSOLE)
      expect(said['access-control-allow-methods']).to.equal('GET,HEAD,POST,DELETE')
      expect(said['access-control-allow-headers']?.split(',')).to.have.members([
        'authorization',
        'content-type',
        'cache-control',
        'if-none-match',
        'last-event-id',
        'x-request-id',
        'x-resource-version',
      ])
      expect(said['access-control-max-age']).to.equal('600')
      expect(said).not.to.have.property('access-control-allow-credentials')
      expect(answer.headers.get('vary')).to.equal('Origin')
    }
    const other = await ask('OPTIONS', '/api/pods', { ...OTHER, ...ASKING })
    expect([other.status, shared(other)]).to.deep.equal([401, []])
  })

  it('read and change things with a token, and read how it went', async () => {
    await start()
    const read = await get('/api/pods', { ...PAGE, ...ada })
    expect([read.status, sharedWith(read), read.headers.get('vary')]).to.deep.equal([
      200,
      CONSOLE,
      'Origin, Accept-Encoding',
    ])
    expect(read.headers.get('access-control-expose-headers')?.split(',')).to.have.members([
      'etag',
      'x-cache',
      'x-cache-age-ms',
      'x-request-id',
      'x-resource-version',
      'retry-after',
      'ratelimit',
      'ratelimit-policy',
      'www-authenticate',
    ])
    const again = await get('/api/pods', { ...PAGE, ...ada, 'if-none-match': read.headers.get('etag') ?? '' })
    expect([again.status, sharedWith(again)]).to.deep.equal([304, CONSOLE])
    const made = await restart({ ...PAGE, ...ada })
    expect([made.status, sharedWith(made)]).to.deep.equal([200, CONSOLE])
    const stream = await get('/api/stream?kinds=pods', { ...PAGE, ...ada })
    expect([stream.status, sharedWith(stream), stream.headers.get('vary')]).to.deep.equal([
      200,
      CONSOLE,
      'Origin',
    ])
  })

  it('gain nothing by being opened on this host, nor by a cookie', async () => {
    await start()
    for (let n = 0; n < 2; n++) expect((await get('/api/pods')).status, 'no page').to.equal(200)
    for (const beside of [{}, { cookie: '__Host-cluster-inspector.session=x' }, { 'x-remote-user': 'root' }])
      for (const asked of [
        () => get('/api/pods', { ...PAGE, ...beside }),
        () => restart({ ...PAGE, ...beside }),
      ]) {
        const refused = await asked()
        expect([refused.status, sharedWith(refused)]).to.deep.equal([401, CONSOLE])
        expect(refused.json['error']).to.include('must carry a bearer token')
      }
    expect((await get('/api/pods', { origin: CONSOLE })).status, 'of a browser that says less').to.equal(401)
  })

  it('read failures, too', async () => {
    await start({ readGroups: ['readers'], rateLimit: 5 })
    const reader = { ...PAGE, ...bearer('rea', ['readers']) }
    const seen: [number, string | null][] = []
    const note = (answer: { status: number; headers: Headers }) =>
      seen.push([answer.status, sharedWith(answer)])
    note(await get('/api/pods', { ...PAGE, authorization: 'Bearer wrong' }))
    note(await get('/api/pods', { ...PAGE, ...bearer('eve') }))
    note(await get('/api/nope', reader))
    note(await get('/api/pods?namespace=..', reader))
    note(await ask('DELETE', '/api/pods', reader))
    const fault = demo.faults.inject({
      when: ({ url }) => url.includes('/tokenreviews'),
      action: internalError(),
    })
    note(await get('/api/pods', { ...PAGE, ...bearer('new', ['readers']) }))
    fault.lift()
    for (let n = 0; n < 6; n++) await get('/api/pods', reader)
    const held = await get('/api/pods', reader)
    note(held)
    expect(held.headers.get('retry-after')).to.match(/^\d+$/)
    expect(seen).to.deep.equal([401, 403, 404, 400, 405, 500, 429].map((status) => [status, CONSOLE]))
  })

  it('leave nothing in what is kept for others, nor others for them', async () => {
    await start()
    const path = '/api/pods?namespace=shop'
    for (const first of [{ ...PAGE, ...ada }, {}]) {
      await get(path, first)
      for (const headers of [{}, ada, OTHER, { ...OTHER, ...ada }]) {
        const answer = await get(path, headers)
        expect([answer.status, shared(answer)]).to.deep.equal([200, []])
        expect(answer.headers.get('vary')).to.equal('Origin, Accept-Encoding')
        const same = await get(path, { ...headers, 'if-none-match': answer.headers.get('etag') ?? '' })
        expect([same.status, shared(same)]).to.deep.equal([304, []])
        expect(same.headers.get('vary')).to.equal('Origin, Accept-Encoding')
      }
      expect(sharedWith(await get(path, { ...PAGE, ...ada }))).to.equal(CONSOLE)
    }
  })

  it('make no difference to those of others, to our own, and to programs', async () => {
    await start()
    for (const headers of [
      OTHER,
      { ...OTHER, ...ada },
      { ...OTHER, origin: 'null' },
      { ...OTHER, origin: `${CONSOLE}.evil.example` },
      { 'sec-fetch-site': 'cross-site' },
      { origin: base(), 'sec-fetch-site': 'cross-site' },
    ]) {
      const refused = await restart(headers)
      expect([refused.status, shared(refused)], JSON.stringify(headers)).to.deep.equal([403, []])
    }
    const own = await restart({ origin: base(), 'sec-fetch-site': 'same-origin' })
    expect([own.status, shared(own)]).to.deep.equal([200, []])
    expect((await restart({})).status).to.equal(200)
    const options = await ask('OPTIONS', '/api/pods', PAGE)
    expect([options.status, options.headers.get('allow'), shared(options)]).to.deep.equal([
      204,
      'GET, HEAD, OPTIONS',
      [],
    ])
  })

  it('have no part in sign-in, the pages and their description, nor under a name that is not this service’s', async () => {
    await start()
    for (const path of ['/docs', '/docs/start.js', '/api/openapi.json', '/api/auth/session', '/nowhere'])
      for (const [method, headers] of [
        ['GET', PAGE],
        ['OPTIONS', { ...PAGE, ...ASKING }],
      ] as const) {
        const answer = await ask(method, path, headers)
        expect(shared(answer), `${method} ${path}`).to.deep.equal([])
        expect(answer.headers.get('vary') ?? '', path).not.to.match(/origin/i)
      }
    const lines = Object.entries({ host: 'evil.example', ...PAGE, ...ASKING, connection: 'close' })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    expect(statusOf(await sendRaw(base(), `OPTIONS /api/pods HTTP/1.1\r\n${head}\r\n`))).to.equal(421)
    const form = { ...PAGE, 'content-type': 'application/x-www-form-urlencoded' }
    expect((await call(base(), 'POST', '/api/auth/signout', 'csrfToken=x', form)).status).to.equal(403)
  })
})

import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { MemoryLedger } from '../../core/memory-ledger.ts'
import { AuthenticatorChain } from '../../auth/authenticator-chain.ts'
import { AuthorizationPolicy } from '../../auth/authorization-policy.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { SerializedBody } from '../../core/serialized-body.ts'
import { attachContext } from '../middleware/request-context.ts'
import { BodiesInFlight } from './bodies-in-flight.ts'
import { ContentEncodings } from './representation.ts'
import { sendSerialized } from './representation.ts'
import { responseKey, ResponseCache } from './response-cache.ts'

const NOW = Date.UTC(2026, 10, 22)

describe('ResponseCache', () => {
  let server: Server
  /** Number of requests that were not served from the cache. */
  let computed: number
  let version: number
  let now: number
  /** Changes the freshness of everything that is cached. */
  let valid: boolean
  let expiresAt: number
  let ledger: MemoryLedger

  beforeEach(async () => {
    ;[computed, version, now, valid, expiresAt] = [0, 1, NOW, true, Infinity]
    ledger = new MemoryLedger(1e6)
    const encodings = new ContentEncodings(ledger)
    const bodies = new BodiesInFlight(ledger)
    const cache = new ResponseCache({
      ledger,
      encodings,
      bodies,
      authentication: new AuthenticatorChain({ loopback: 'local', tokens: undefined, authenticators: [] }),
      permission: new AuthorizationPolicy({
        authorization: 'service',
        sharedIdentities: [],
        reads: [],
        writes: [],
        audit: [],
      }),
      clock: () => now,
    })
    server = createServer((incoming, response) => {
      const context = attachContext(response)
      context.headers.push('X-Checked', 'yes')
      const compute = (): void => {
        computed++
        const made = version
        const body = SerializedBody.of({ version, text: 'x'.repeat(2000) }, expiresAt)
        const dependencies: Dependencies = {
          weight: 512,
          freshnessFor: () => (valid && made === version ? { use: 'hit', ageMs: 7.4 } : undefined),
        }
        const plain = { bytes: body.bytes, encoding: undefined }
        sendSerialized(response, [...context.headers, 'Vary', 'Accept-Encoding'], body, plain, bodies)
        const query = new URL(incoming.url ?? '', 'http://localhost').searchParams
        const known = [...query].filter(([name]) => name !== 'ignored')
        cache.store(incoming, responseKey('/api/pods', { params: {}, query: Object.fromEntries(known) }), {
          route: '/api/pods',
          body,
          dependencies,
          computedAt: now,
          vary: 'Accept-Encoding',
        })
      }
      const served = cache.tryServe(incoming, response)
      if (served instanceof Promise) void served.then((done) => done || compute())
      else if (!served) compute()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  /** Sends a request without headers of its own, which `fetch` would add to conditional requests. */
  const get = async (headers: Record<string, string> = {}, path = '/api/pods', method = 'GET') => {
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const sent = request({ host: '127.0.0.1', port, path, method, headers })
    sent.end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const bytes = await buffer(response)
    const plain = response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
    return { status: response.statusCode, headers: response.headers, text: plain.toString() }
  }

  it('serves a response again while its dependencies are valid', async () => {
    const first = await get()
    const second = await get()
    expect([computed, second.text]).to.deep.equal([1, first.text])
    expect(second.headers).to.deep.include({
      'x-cache': 'hit',
      'x-cache-age-ms': '7',
      etag: first.headers.etag,
      vary: 'Accept-Encoding',
      'x-checked': 'yes',
    })
  })

  it('does not serve a response whose dependencies have changed, or cannot be told', async () => {
    await get()
    version++
    expect(JSON.parse((await get()).text)).to.include({ version: 2 })
    valid = false
    await get()
    expect(computed).to.equal(3)
  })

  it('does not serve a response that has expired, or that was computed in the future', async () => {
    expiresAt = NOW + 1000
    await get()
    now = NOW + 999
    await get()
    expect(computed).to.equal(1)
    now = NOW + 1000
    await get()
    expect(computed).to.equal(2)
    now = NOW - 1
    await get()
    expect(computed).to.equal(3)
  })

  it('responds 304 without a body to a caller who has it, and compresses for callers who accept that', async () => {
    const etag = (await get()).headers.etag ?? ''
    const known = await get({ 'if-none-match': etag })
    expect([known.status, known.text, known.headers.etag]).to.deep.equal([304, '', etag])
    for (let n = 0; n < 2; n++) {
      const packed = await get({ 'accept-encoding': 'gzip' })
      expect(packed.headers['content-encoding']).to.equal('gzip')
      expect(JSON.parse(packed.text)).to.include({ version: 1 })
    }
    expect(computed).to.equal(1)
  })

  it('leaves requests with an unknown header, another method or a long URL to Express, and keeps nothing of them [A1b]', async () => {
    await get()
    const used = ledger.byHolder().get('responses')
    await get({ 'x-tenant': 'a' })
    await get({ 'cache-control': 'no-cache' })
    await get({ 'x-forwarded-for': '10.0.0.1' })
    await get({}, '/api/pods', 'HEAD')
    expect(computed).to.equal(5)
    const long = `/api/pods?labelSelector=${'a'.repeat(1024)}`
    await get({}, long)
    await get({}, long)
    expect(computed).to.equal(7)
    expect(ledger.byHolder().get('responses')).to.equal(used)
  })

  it('keeps one response for all URLs of one meaning [A1b]', async () => {
    await get({}, '/api/pods?namespace=shop&limit=5')
    const used = ledger.used
    for (let n = 0; n < 20; n++) await get({}, `/api/pods?limit=5&namespace=shop&ignored=${n}`)
    expect(ledger.used - used, 'for 20 URLs').to.be.lessThan(20 * 400)
    expect(computed).to.equal(21)
    await get({}, '/api/pods?limit=5&namespace=shop&ignored=7')
    expect(computed).to.equal(21)
  })
})

import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import type { Log } from '../../server/telemetry/log.ts'
import { TlsError } from '../../server/http/tls/tls-files.ts'
import { SkippingTime } from '../../server/testing/skipping-time.ts'
import { call } from '../support/http.ts'
import { CLIENT, PROXY, TlsStage } from '../support/tls-stage.ts'
import { until } from '../support/until.ts'

const HSTS = 'strict-transport-security'

describe('TLS listener', () => {
  let stage: TlsStage
  let time: SkippingTime
  let warnings: unknown[]
  const quiet = () => undefined
  const log: Log = {
    error: quiet,
    warn: (message, fields) => warnings.push({ message, ...fields }),
    info: quiet,
    debug: quiet,
  }
  const settled = async (what: string, look: () => Promise<boolean>) =>
    time.until(what, async () => ((await look()) ? true : undefined))
  /** Returns the fingerprint of the certificate that a new connection gets. */
  const shown = async () => {
    const caller = stage.client()
    const { fingerprint } = await caller.get('/api/nodes')
    caller.close()
    return fingerprint
  }

  beforeEach(async () => {
    time = new SkippingTime()
    warnings = []
    stage = await TlsStage.open()
  })

  it('answers as without: from memory, not modified, whole, compressed, to HEAD', async () => {
    await stage.start()
    const caller = stage.client()
    const path = '/api/pods'
    const plain = await call(stage.plain, 'GET', path)
    const etag = plain.headers.get('etag') ?? ''
    for (let n = 0; n < 3; n++) {
      const answer = await caller.get(path)
      expect(answer.body.toString()).to.equal(plain.text)
      expect(answer.headers['etag']).to.equal(etag)
      const packed = await caller.get(path, { 'accept-encoding': 'gzip' })
      expect(packed.headers['content-encoding']).to.equal('gzip')
      expect(gunzipSync(packed.body).toString()).to.equal(plain.text)
      expect((await caller.get(path, { 'if-none-match': etag })).status).to.equal(304)
      const head = await caller.call('HEAD', path)
      expect([head.status, head.body.length, head.headers['etag']]).to.deep.equal([200, 0, etag])
      expect(answer.from, 'on one connection').to.equal(head.from)
    }
    const page = await caller.get('/docs/swagger-ui-bundle.js')
    expect(page.body.length).to.be.greaterThan(1_000_000)
  })

  it('has browsers come back by it, but says so neither in the clear nor for localhost', async () => {
    await stage.start({ allowedHosts: ['inspector.example.com'] })
    const caller = stage.client()
    const host = 'inspector.example.com'
    for (const path of ['/api/pods', '/api/pods', '/docs', '/nowhere']) {
      expect((await caller.get(path, { host })).headers[HSTS], path).to.match(/^max-age=\d{8}$/)
      expect((await caller.get(path, { host: 'localhost:8443' })).headers[HSTS], path).to.equal(undefined)
      expect((await call(stage.plain, 'GET', path)).headers.get(HSTS), path).to.equal(null)
    }
  })

  it('takes a new certificate while connections live on, and keeps the last pair that fits', async () => {
    await stage.start({}, { time, log })
    const first = await shown()
    const held = stage.client()
    const { from } = await held.get('/api/nodes')
    const stream = stage.events()
    const [events] = (await once(stream, 'response')) as [NodeJS.ReadableStream]
    events.resume()
    let ended = false
    events.on('close', () => (ended = true))

    const [next, other] = [await stage.serverPair(), await stage.serverPair()]
    stage.serveWith({ cert: next.cert, key: other.key })
    await settled('the torn pair to be refused', async () => warnings.length > 0)
    expect(await shown()).to.equal(first)
    stage.serveWith({ cert: '', key: '' })
    await settled('the empty files to be refused', async () => warnings.length > 1)
    expect(await shown()).to.equal(first)
    stage.serveWith(next)
    await settled('the new certificate', async () => (await shown()) !== first)
    expect((await held.get('/api/nodes')).from, 'the connection of before').to.equal(from)
    expect(ended, 'the stream of before').to.equal(false)
    expect(warnings, 'each said once').to.have.length(2)
    expect(JSON.stringify(warnings)).to.not.include('PRIVATE KEY')
    stream.destroy()
  })

  it('trusts a proxy no longer when the CA it was trusted by is gone, or its certificate has expired', async () => {
    let now = Date.now()
    await stage.start({}, { time, clock: () => now })
    const ada = { 'x-remote-user': 'ada' }
    const pair = await stage.clients.issue(PROXY, CLIENT)
    const proxy = stage.client(pair)
    const asked = async () => (await proxy.get('/api/nodes', ada)).status
    expect(await asked()).to.equal(200)
    const open = stage.events(pair, ada)
    const [events] = (await once(open, 'response')) as [IncomingMessage]
    expect(events.statusCode).to.equal(200)
    let end: string | undefined
    text(events).then(
      () => (end = 'end'),
      () => (end = 'cut'),
    )
    const others = await stage.authority('others')
    stage.believe(others.pem)
    await settled('the old proxy to be nobody', async () => (await asked()) === 401)
    const newer = stage.client(await others.issue(PROXY, CLIENT))
    expect((await newer.get('/api/nodes', ada)).status).to.equal(200)
    expect(await time.until('what the old one had open to end', () => end)).to.equal('cut')
    stage.believe(others.pem + stage.clients.pem)
    await settled('both to be believed', async () => (await asked()) === 200)
    now += 31 * 24 * 3600 * 1000
    await settled('the certificate to have expired', async () => {
      const { status } = await newer.get('/api/nodes', ada)
      return status === 401
    })
  })

  it('lives on after what is no TLS, and old TLS', async () => {
    await stage.start()
    for (const bytes of [
      'GET /api/pods HTTP/1.1\r\nHost: localhost\r\n\r\n',
      '\x16\x03\x01\x00\x05hello',
      '',
    ]) {
      const socket = connect(stage.service.tlsPort ?? 0, '127.0.0.1')
      socket.on('error', quiet)
      socket.resume().end(bytes, 'latin1')
      await once(socket, 'close')
    }
    const old = get({
      host: '127.0.0.1',
      port: stage.service.tlsPort,
      ca: stage.servers.pem,
      minVersion: 'TLSv1.1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    })
    const [error] = (await once(old, 'error')) as [Error & { code: string }]
    expect(error.code).to.match(/^(ERR_SSL_|ECONNRESET|EPROTO)/)
    expect((await stage.client().get('/api/pods')).status).to.equal(200)
  })

  it('says when its certificates expire', async () => {
    await stage.start()
    const { text } = await call(`http://127.0.0.1:${stage.service.metricsPort}`, 'GET', '/metrics')
    for (const certificate of ['server', 'client-ca']) {
      const name = 'cluster_inspector_tls_certificate_expiration_timestamp_seconds'
      const [, seconds] =
        new RegExp(`^${name}\\{certificate="${certificate}"\\} (\\d+)$`, 'm').exec(text) ?? []
      const days = (Number(seconds) - Date.now() / 1000) / 86_400
      expect(days, certificate).to.be.within(29, 31)
    }
  })

  it('ends with the service: what is under way finishes, and streams are told', async () => {
    await stage.start()
    const held: (() => void)[] = []
    stage.demo.faults.inject({
      when: ({ url }) => url.startsWith('/api/v1/nodes') && !url.includes('watch='),
      action: (_request, _response, proceed) => held.push(proceed),
    })
    const underWay = stage.client().get('/api/nodes', { 'cache-control': 'no-cache' })
    await until('the cluster to be asked', () => held[0])
    const stream = stage.events()
    const [told] = (await once(stream, 'response')) as [NodeJS.ReadableStream]
    let words = ''
    told.on('error', quiet)
    told.on('data', (chunk: Buffer) => (words += chunk.toString()))
    const stopped = stage.service.stop()
    await once(told, 'end')
    expect(words).to.include('event: bye')
    for (const proceed of held) proceed()
    expect((await underWay).status).to.equal(200)
    await stopped
    const gone = await stage
      .client()
      .get('/api/pods')
      .catch((error: unknown) => error)
    expect(gone).to.be.instanceOf(Error)
    await stage.start()
  })

  it('does not start with files that do not fit, and says which', async () => {
    const [one, other] = [await stage.serverPair(), await stage.serverPair()]
    const refused = async (sentence: RegExp, settings: Record<string, unknown> = {}) => {
      const error: unknown = await stage.start(settings).catch((reason: unknown) => reason)
      expect(error).to.be.instanceOf(TlsError)
      expect((error as Error).message).to.match(sentence)
    }
    await refused(/^tlsKeyFile \/nowhere cannot be read: ENOENT$/, { tlsKeyFile: '/nowhere' })
    stage.serveWith({ cert: one.cert, key: other.key })
    await refused(/certificate and key do not match: .*tls\.crt and .*tls\.key$/)
    stage.serveWith({ cert: one.cert, key: 'no key' })
    await refused(/tlsKeyFile .* without a passphrase$/)
    stage.serveWith({ cert: 'none', key: one.key })
    await refused(/tlsCertificateFile .* must contain certificates in PEM$/)
    stage.serveWith(one)
    stage.believe('none')
    await refused(/tlsClientCaFile .* must contain certificates in PEM$/)
    stage.believe(one.cert)
    await refused(/tlsClientCaFile .* must contain a root CA/)
    stage.believe(stage.clients.pem)
    await stage.start()
  })
})

import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { call } from '../support/http.ts'
import { rawRequest, sendRaw, statusOf } from '../support/raw.ts'
import { serveCluster } from '../support/serve.ts'
import { openTarget, type Target } from '../support/target.ts'

describe('hostile HTTP', () => {
  let target: Target
  before(async () => {
    target = await openTarget()
  })

  const get = (path: string, headers?: Record<string, string>) =>
    call(target.api, 'GET', path, undefined, headers)
  const jsonOf = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))

  it('a header over 16 KiB is 431, in JSON [H4]', async () => {
    for (const size of [16_384, 40_000, 200_000]) {
      const answer = await sendRaw(
        target.api,
        `GET /api/pods HTTP/1.1\r\nHost: localhost\r\nX-Big: ${'x'.repeat(size)}\r\nConnection: close\r\n\r\n`,
      )
      expect(statusOf(answer), String(size)).to.equal(431)
      expect(jsonOf(answer)).to.include({ code: 'HEADERS_TOO_LARGE' })
    }
  })

  it('responds 431 in JSON to more than 100 header lines, and drops none of 100 [H4, A7]', async () => {
    const lines = (count: number) =>
      Array.from({ length: count - 3 }, (_, n) => `X-${n}: y\r\n`).join('') + 'X-Request-Id: last\r\n'
    for (const [count, status] of [
      [100, 200],
      [101, 431],
      [400, 431],
    ] as const) {
      const answer = await sendRaw(
        target.api,
        `GET /api/pods HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${lines(count)}\r\n`,
      )
      expect(statusOf(answer), String(count)).to.equal(status)
      expect(answer).to.match(/x-request-id: last/i)
      if (status === 431) expect(jsonOf(answer)).to.include({ code: 'HEADERS_TOO_LARGE' })
    }
  })

  it('a URL over 8 KiB is 414, in JSON [H4]', async () => {
    for (const size of [8_192, 20_000, 60_000]) {
      const answer = await rawRequest(target.api, 'GET', `/api/pods?x=${'y'.repeat(size)}`)
      expect(statusOf(answer), String(size)).to.equal(414)
      expect(jsonOf(answer)).to.include({ code: 'URI_TOO_LONG' })
    }
  })

  it('responds 400 to more than a hundred parameters, and ignores unknown ones below [H4]', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => `p${n}=1`).join('&')
    expect((await get(`/api/pods?${many(1000)}`)).status).to.equal(400)
    expect((await get(`/api/pods?${many(101)}`)).status).to.equal(400)
    expect((await get(`/api/pods?${many(100)}`)).status).to.equal(200)
  })

  for (const query of [
    'namespace=a&namespace=b',
    'namespace=a&namespace=a',
    'namespace[]=a',
    'namespace[a]=b',
    'namespace%5B%5D=a',
    'limit=1&limit=2',
    'limit=0',
    'limit=5001',
    'limit=0x10',
    'limit=%205',
    'limit=1e3',
    'limit=-1',
    'limit=5.0',
    'limit=',
    'continue=',
    'continue=!!',
    'continue=AAAA&limit=1',
  ])
    it(`refuses ${query} [H4]`, async () => {
      const { status, json } = await get(`/api/pods?${query}`)
      expect(status).to.equal(400)
      expect(json['code']).to.equal('BAD_REQUEST')
      expect(json['issues']).to.be.an('array').that.is.not.empty
    })

  it('refuses smuggling, folded headers, bare line feeds and other protocols [H5]', async () => {
    const requests = [
      'POST /api/pods/a/restart HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'GET /api/pods HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n folded\r\n\r\n',
      'GET /api/pods HTTP/1.1\nHost: x\n\n',
      'GET /api/pods HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      'GET /api/pods HTTP/1.1\r\n\r\n',
      'GET /api/pods HTTP/3.0\r\nHost: localhost\r\n\r\n',
      'NONSENSE\r\n\r\n',
      'POST /api/pods/a/restart HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n',
      'POST /api/pods/a/restart HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
      'POST /api/pods/a/restart HTTP/1.1\r\nHost: localhost\r\nContent-Length: +2\r\n\r\n{}',
    ]
    const hidden = 'GET /api/nodes HTTP/1.1\r\nHost: localhost\r\n\r\n'
    for (const bytes of requests) {
      const answer = await sendRaw(target.api, bytes + hidden, 2, 200)
      expect(statusOf(answer), JSON.stringify(bytes.slice(0, 60))).to.equal(400)
      expect(answer.match(/HTTP\/1\.1 /g), 'what follows is no request').to.have.length(1)
    }
  })

  it('absolute form and CONNECT are 400, TRACE is 405 [H5]', async () => {
    expect(statusOf(await rawRequest(target.api, 'GET', 'http://evil.example/api/pods'))).to.equal(400)
    expect(statusOf(await rawRequest(target.api, 'CONNECT', 'evil.example:443'))).to.equal(400)
    const trace = await rawRequest(target.api, 'TRACE', '/api/pods')
    expect(statusOf(trace)).to.equal(405)
    expect(trace).to.match(/\r\nallow: /i)
  })

  const restart = (lines: string) =>
    `POST /api/pods/a/restart HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n\r\n`

  it('responds 417 in JSON to any expectation but 100-continue, also on reads [H5, A15]', async () => {
    for (const value of ['200-ok', '', '100-continue, 200-ok', 'x100-continue'])
      for (const bytes of [
        `GET /api/pods HTTP/1.1\r\nHost: localhost\r\nExpect: ${value}\r\n\r\n`,
        restart(`Expect: ${value}\r\nContent-Type: application/json\r\nContent-Length: 2`),
      ]) {
        const answer = await sendRaw(target.api, bytes)
        expect(statusOf(answer), bytes).to.equal(417)
        expect(jsonOf(answer)).to.include({ code: 'EXPECTATION_FAILED' })
      }
  })

  it('a transfer coding beside chunked is 400, and its body is not read [H5, A15]', async () => {
    for (const coding of ['gzip, chunked', 'chunked, chunked', 'identity, chunked']) {
      const answer = await sendRaw(
        target.api,
        restart(`Content-Type: application/json\r\nTransfer-Encoding: ${coding}`),
      )
      expect(statusOf(answer), coding).to.equal(400)
      expect(jsonOf(answer), coding).to.include({ code: 'BAD_REQUEST' })
    }
  })

  it('answers HTTP/1.1 without a Host line with 400, at the port of the probes too [H5]', async () => {
    const without = 'Connection: close\r\n\r\n'
    const answer = await sendRaw(target.api, `GET /api/pods HTTP/1.1\r\n${without}`)
    expect(statusOf(answer)).to.equal(400)
    expect(jsonOf(answer)).to.include({ error: 'host must be sent', code: 'BAD_REQUEST' })
    const { metricsPort } = await serveCluster('http://127.0.0.1:9', 'none')
    const probe = await sendRaw(`http://127.0.0.1:${metricsPort}`, `GET /healthz HTTP/1.1\r\n${without}`)
    expect([statusOf(probe), probe]).to.satisfy(([status, text]: [number, string]) => {
      return status === 400 && text.includes('the Host header must be sent')
    })
  })

  it('two Host lines are 400, at the port of the probes too [H5, A15]', async () => {
    const two = 'Host: localhost\r\nhOST: localhost\r\nConnection: close\r\n\r\n'
    const answer = await sendRaw(target.api, `GET /api/pods HTTP/1.1\r\n${two}`)
    expect(statusOf(answer)).to.equal(400)
    expect(jsonOf(answer)).to.have.nested.property('issues[0].name', 'host')
    const { metricsPort } = await serveCluster('http://127.0.0.1:9', 'none')
    const probe = await sendRaw(`http://127.0.0.1:${metricsPort}`, `GET /healthz HTTP/1.1\r\n${two}`)
    expect(statusOf(probe)).to.equal(400)
  })

  it('a host that only looks like one of this service is 421 [H5, A15]', async () => {
    for (const host of ['evil/.localhost', 'a@b.localhost', '[127.0.0.1]', '[localhost]'])
      expect(
        statusOf(await sendRaw(target.api, `GET /api/pods HTTP/1.1\r\nHost: ${host}\r\n\r\n`)),
        host,
      ).to.equal(421)
  })

  it('a body that is too large by its length is refused before it is sent, and never invited [H6, A15]', async () => {
    for (const expectation of ['', 'Expect: 100-continue\r\n']) {
      const answer = await sendRaw(
        target.api,
        restart(`${expectation}Content-Type: application/json\r\nContent-Length: 999999`),
      )
      expect(statusOf(answer), answer).to.equal(413)
    }
    const endless = await sendRaw(
      target.api,
      `${restart('Content-Type: application/json\r\nTransfer-Encoding: chunked')}20000\r\n${'x'.repeat(0x1_1000)}`,
    )
    expect(statusOf(endless), 'as soon as it is over the limit').to.equal(413)
    expect(endless.match(/HTTP\/1\.1 /g)).to.have.length(1)
    const refused = await sendRaw(
      target.api,
      restart('Expect: 100-continue\r\nContent-Type: text/plain\r\nContent-Length: 2'),
    )
    expect(statusOf(refused), refused).to.equal(415)
  })

  it('a page of this service may write behind a proxy that names the default port in Host [H7, A14]', async () => {
    const write = async (host: string, origin: string) => {
      const lines = `Host: ${host}\r\nOrigin: ${origin}\r\nContent-Type: application/json\r\nContent-Length: 2`
      return statusOf(await sendRaw(target.api, `POST /api/pods/a/restart HTTP/1.1\r\n${lines}\r\n\r\n{}`))
    }
    expect(await write('localhost:443', 'https://localhost')).to.equal(400)
    expect(await write('localhost:80', 'http://localhost')).to.equal(400)
    expect(await write('localhost:80', 'https://localhost')).to.equal(403)
    expect(await write('localhost', 'https://evil.example')).to.equal(403)
  })

  it('a body that can be taken is invited [H6]', async () => {
    const head =
      'Expect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close'
    const answer = await sendRaw(target.api, `${restart(head)}{}`)
    expect(answer).to.match(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /)
    expect(answer).to.include('namespace')
  })

  it('responds 400 to more than a hundred requirements in a selector [H4, A15]', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => `!k${n}`).join(',')
    const refused = await get(`/api/pods?labelSelector=${many(101)}`)
    expect(refused.status).to.equal(400)
    expect(refused.json).to.have.nested.property('issues[0].name', 'labelSelector')
    expect((await get(`/api/pods?labelSelector=${many(100)}`)).status).to.equal(200)
  })

  it('takes application/json in UTF-8 alone [H6]', async () => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-7',
      'application/json;charset=utf-16',
      'application/json-patch+json',
      'application/jsonx',
      'text/json',
      'application/json, text/plain',
      '*/*',
    ]
    for (const type of types) {
      const { status, json } = await call(
        target.api,
        'POST',
        '/api/pods/a/restart',
        '{"namespace":"default"}',
        { 'content-type': type },
      )
      expect([status, json['code']], type).to.deep.equal([415, 'UNSUPPORTED_MEDIA_TYPE'])
    }
    for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'x']) {
      const { status } = await call(target.api, 'POST', '/api/pods/a/restart', '{"namespace":"default"}', {
        'content-encoding': encoding,
      })
      expect(status, encoding).to.equal(415)
    }
    const utf8 = await call(target.api, 'POST', '/api/pods/no-such-pod/restart', '{"namespace":"default"}', {
      'content-type': 'Application/JSON; Charset="UTF-8"',
    })
    expect(utf8.status).to.equal(404)
  })

  it('a body over 64 KiB is 413, told or untold [H6]', async () => {
    const big = JSON.stringify({ namespace: 'x'.repeat(70_000) })
    expect((await call(target.api, 'POST', '/api/pods/a/restart', big)).status).to.equal(413)
    const chunked = `POST /api/pods/a/restart HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${big.length.toString(16)}\r\n${big}\r\n0\r\n\r\n`
    expect(statusOf(await sendRaw(target.api, chunked))).to.equal(413)
  })

  it('a body that is no object, or none whole, is 400, and a compressed bomb is never unpacked [H6]', async () => {
    for (const body of ['{"limit"}', '{"namespace":"default"', '[]', 'null', '"default"', '\ufeff{}']) {
      const { status, json } = await call(target.api, 'POST', '/api/pods/a/restart', body)
      expect([status, json['code']], body).to.deep.equal([400, 'BAD_REQUEST'])
    }
    const bomb = gzipSync(Buffer.alloc(16 * 1024 * 1024, ' '))
    expect(bomb.length).to.be.below(64 * 1024)
    const response = await fetch(`${target.api}/api/pods/a/restart`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: bomb,
    })
    expect(response.status).to.equal(415)
    await response.body?.cancel()
  })

  for (const path of [
    '/api/pods/',
    '/API/pods',
    '/api//pods',
    '//api/pods',
    '/api',
    '/api/',
    '/api/pod',
    '/api/pods/a/b',
    '/api/nodes/a/logs',
    '/favicon.ico',
    '/.env',
  ])
    it(`answers ${path} with 404 and nothing sent`, async () => {
      const calls = await target.upstreamCalls()
      const answer = await rawRequest(target.api, 'GET', path)
      expect(statusOf(answer)).to.equal(404)
      expect(jsonOf(answer)).to.have.keys(['error', 'code'])
      expect(await target.upstreamCalls()).to.equal(calls)
    })

  it('lets in nobody who was forwarded here [A17]', async () => {
    for (const name of [
      'forwarded',
      'via',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-envoy-external-address',
      'l5d-client-id',
      'X-Real-IP',
      'CF-Connecting-IP',
      'True-Client-IP',
    ]) {
      const { status, json } = await get('/api/pods', { [name]: 'for=1.2.3.4' })
      expect([status, json['code']], name).to.deep.equal([401, 'UNAUTHORIZED'])
      expect(json['error']).to.match(/kubectl port-forward|from its own host/)
    }
  })

  it('answers the same bytes with 304 to who has them', async () => {
    const first = await get('/api/deployments?namespace=default')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).to.match(/^W\/"[\w-]+"$/)
    for (const value of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await get('/api/deployments?namespace=default', { 'if-none-match': value })
      expect([200, 304], value).to.include(again.status)
      if (again.text !== '') expect(again.headers.get('etag')).to.not.equal(etag)
    }
    expect((await get('/api/deployments?namespace=default', { 'if-none-match': 'W/"x"' })).status).to.equal(
      200,
    )
  })

  it('says who it is with no header it need not send', async () => {
    const { headers } = await get('/api/pods')
    for (const name of ['x-powered-by', 'server', 'strict-transport-security', 'access-control-allow-origin'])
      expect(headers.has(name), name).to.equal(false)
    expect(headers.get('x-request-id')).to.match(/^[\w-]+$/)
    expect((await get('/api/pods', { 'x-request-id': 'trace-42' })).headers.get('x-request-id')).to.equal(
      'trace-42',
    )
  })
})

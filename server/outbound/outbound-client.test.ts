import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { expect } from 'chai'
import { Authority } from '../../e2e/support/certificates.ts'
import { openFolder } from '../../e2e/support/folder.ts'
import { closeAfterwards } from '../testing/fixtures.ts'
import { ManualClock } from '../testing/manual-time.ts'
import { openServer } from '../testing/open-server.ts'
import { systemClock, type Clock } from '../core/clock.ts'
import { HostUrlError, parseHostUrl } from './host-url.ts'
import { OutboundClient } from './outbound-client.ts'
import { OutboundError } from './outbound-error.ts'

const { signal } = new AbortController()
const headers = { authorization: 'token canary-of-this-test' }

async function openHost(respond: RequestListener): Promise<{ origin: string; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = []
  const port = await openServer(
    createServer((request, response) => {
      requests.push(request)
      respond(request, response)
    }),
  )
  return { origin: `http://127.0.0.1:${port}`, requests }
}

function clientOf(url: string, time: Clock = systemClock): OutboundClient {
  const base = parseHostUrl(url, { allowHttp: true })
  const client = new OutboundClient({ base, ca: undefined, userAgent: 'test', time })
  closeAfterwards('an outbound client', () => client.close())
  return client
}

/** Returns the failure and the details of a request. */
async function failureOf(attempt: Promise<unknown>): Promise<[string, string]> {
  try {
    await attempt
  } catch (error) {
    if (error instanceof OutboundError) return [error.failure, error.details]
    throw error
  }
  throw new Error('the request succeeded')
}

describe('OutboundClient', () => {
  it('sends method, headers and body, and returns responses of any status', async () => {
    const { origin, requests } = await openHost((_, response) => {
      response.writeHead(422, { etag: '"a"' }).end('{"message":"no"}')
    })
    const client = clientOf(`${origin}/api/v3/`)
    const url = `${origin}/api/v3/repos`
    const response = await client.send({ method: 'POST', url, headers, body: '{}', signal })
    expect([response.status, response.headers['etag'], response.body.toString()]).to.deep.equal([
      422,
      '"a"',
      '{"message":"no"}',
    ])
    const [request] = requests
    expect([request?.method, request?.url, request?.headers.authorization]).to.deep.equal([
      'POST',
      '/api/v3/repos',
      headers.authorization,
    ])
  })

  for (const path of ['/other', '/api/v3/../other', '/api/v3x', '/api/v3/%2e%2e/other'])
    it(`refuses ${path}, which is not below its base URL`, async () => {
      const { origin, requests } = await openHost((_, response) => response.end())
      const client = clientOf(`${origin}/api/v3`)
      const [failure] = await failureOf(client.send({ method: 'GET', url: origin + path, headers, signal }))
      expect([failure, requests.length]).to.deep.equal(['refused', 0])
    })

  it('refuses another origin, which gets no request', async () => {
    const { origin } = await openHost((_, response) => response.end())
    const other = await openHost((_, response) => response.end())
    const attempt = clientOf(origin).send({ method: 'GET', url: `${other.origin}/`, headers, signal })
    expect((await failureOf(attempt))[0]).to.equal('refused')
    expect(other.requests).to.deep.equal([])
  })

  for (const status of [301, 302, 307, 308])
    it(`sends nothing to another origin after a ${status}`, async () => {
      const other = await openHost((_, response) => response.end())
      const { origin } = await openHost((_, response) => {
        response.writeHead(status, { location: `${other.origin}/stolen?a=b` }).end()
      })
      const attempt = clientOf(origin).send({ method: 'GET', url: `${origin}/a`, headers, signal })
      expect(await failureOf(attempt)).to.deep.equal(['redirect', `the host redirects to ${other.origin}`])
      expect(other.requests).to.deep.equal([])
    })

  it('follows two redirects of its origin, and no third', async () => {
    const { origin, requests } = await openHost(({ url = '' }, response) => {
      const left = Number(url.slice(1))
      if (left > 0) response.writeHead(301, { location: `/${left - 1}` }).end()
      else response.end('arrived')
    })
    const client = clientOf(origin)
    const { body } = await client.send({ method: 'GET', url: `${origin}/2`, headers, signal })
    expect(body.toString()).to.equal('arrived')
    expect(requests.map((request) => request.headers.authorization)).to.deep.equal([
      headers.authorization,
      headers.authorization,
      headers.authorization,
    ])
    expect(await failureOf(client.send({ method: 'GET', url: `${origin}/3`, signal }))).to.deep.equal([
      'redirect',
      'the host redirects more than 2 times',
    ])
  })

  it('repeats a write only where the redirect keeps its method: 307 and 308', async () => {
    const { origin, requests } = await openHost(({ url = '' }, response) => {
      if (url === '/end') response.writeHead(201).end()
      else response.writeHead(Number(url.slice(1)), { location: '/end' }).end()
    })
    const client = clientOf(origin)
    const statuses: number[] = []
    for (const status of [301, 302, 303, 307, 308])
      statuses.push(
        (await client.send({ method: 'POST', url: `${origin}/${status}`, body: 'x', signal })).status,
      )
    expect(statuses).to.deep.equal([301, 302, 303, 201, 201])
    expect(requests.map(({ method }) => method)).to.deep.equal(Array.from({ length: 7 }, () => 'POST'))
  })

  it('accepts a body of the limit, and none that is a byte larger, whether or not its length is announced', async () => {
    const { origin } = await openHost(({ url = '' }, response) => {
      const body = Buffer.alloc(url.startsWith('/fits') ? 1024 : 1025)
      if (url.endsWith('length')) response.setHeader('content-length', body.length)
      response.write(body.subarray(0, 500))
      response.end(body.subarray(500))
    })
    const client = clientOf(origin)
    for (const kind of ['', '-length']) {
      const get = (name: string) => ({
        method: 'GET',
        url: `${origin}/${name}${kind}`,
        signal,
        maxBytes: 1024,
      })
      expect((await client.send(get('fits'))).body).to.have.length(1024)
      expect(await failureOf(client.send(get('large')))).to.deep.equal([
        'too-large',
        'the response is larger than 1 KiB',
      ])
    }
  })

  it('ends an endless body at the limit', async () => {
    let written = 0
    const { origin } = await openHost((_, response) => {
      const chunk = Buffer.alloc(64 * 1024)
      const more = (): void => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length
      }
      response.on('drain', more)
      more()
    })
    const [failure] = await failureOf(clientOf(origin).send({ method: 'GET', url: `${origin}/`, signal }))
    expect(failure).to.equal('too-large')
    expect(written).to.be.lessThan(32 * 1024 * 1024)
  })

  it('gives up after 10 s, before or within the body', async () => {
    for (const begins of [false, true]) {
      const time = new ManualClock()
      const { origin } = await openHost((_, response) => {
        if (begins) response.write('a')
        setImmediate(() => time.turn(10_000))
      })
      const attempt = clientOf(origin, time).send({ method: 'GET', url: `${origin}/`, signal })
      expect(await failureOf(attempt)).to.deep.equal([
        'time-out',
        'no complete response within 10 s (time-out)',
      ])
      expect(time.due).to.deep.equal([])
    }
  })

  it('ends with its caller', async () => {
    const caller = new AbortController()
    const { origin } = await openHost(() => caller.abort())
    const attempt = clientOf(origin).send({ method: 'GET', url: `${origin}/`, signal: caller.signal })
    expect((await failureOf(attempt))[0]).to.equal('time-out')
  })

  it('refuses an encoding that it did not request', async () => {
    const { origin } = await openHost((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')
    })
    const attempt = clientOf(origin).send({ method: 'GET', url: `${origin}/`, signal })
    expect((await failureOf(attempt))[0]).to.equal('malformed')
  })

  it('says why a host cannot be reached', async () => {
    const { origin } = await openHost((_, response) => response.socket?.destroy())
    expect(
      await failureOf(clientOf(origin).send({ method: 'GET', url: `${origin}/`, signal })),
    ).to.deep.equal(['unreachable', 'the server closed the connection'])
  })

  it('trusts the CA in its options, and no other certificate of a private CA', async () => {
    const authority = await Authority.create(openFolder('outbound'), 'ca')
    const { cert, key } = await authority.issue('host', 'subjectAltName=IP:127.0.0.1')
    const port = await openServer(createSecureServer({ cert, key }, (_, response) => response.end('secure')))
    const base = parseHostUrl(`https://127.0.0.1:${port}`, { allowHttp: false })
    const get = async (trusted: string | undefined) => {
      const client = new OutboundClient({ base, ca: trusted, userAgent: 'test', time: systemClock })
      closeAfterwards('an outbound client', () => client.close())
      return client.send({ method: 'GET', url: base.url.href, signal })
    }
    expect((await get(authority.pem)).body.toString()).to.equal('secure')
    expect((await failureOf(get(undefined)))[0]).to.equal('unreachable')
  })

  it('goes through the proxy of the environment, except to this machine', async () => {
    const proxy = await openHost((_, response) => response.writeHead(502).end())
    const proxies = { httpProxy: proxy.origin, httpsProxy: proxy.origin, noProxy: '' }
    const get = async (url: string) => {
      const base = parseHostUrl(url, { allowHttp: true })
      const client = new OutboundClient({
        base,
        ca: undefined,
        userAgent: 'test',
        time: systemClock,
        proxies,
      })
      closeAfterwards('an outbound client', () => client.close())
      return client
        .send({ method: 'GET', url: `${base.url.origin}/`, signal })
        .catch((error: unknown) => error)
    }
    const { origin, requests } = await openHost((_, response) => response.end())
    await get(origin)
    expect([requests.length, proxy.requests.length]).to.deep.equal([1, 0])
    const connects: string[] = []
    const { port } = new URL(proxy.origin)
    const tunnel = createServer().on('connect', (request, socket) => {
      connects.push(request.url ?? '')
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    })
    const tunnelPort = await openServer(tunnel)
    expect(port).to.not.equal(String(tunnelPort))
    proxies.httpsProxy = `http://127.0.0.1:${tunnelPort}`
    await get('https://git.example.com')
    expect(connects).to.deep.equal(['git.example.com:443'])
  })

  it('reaches no loopback address through a name', async () => {
    const { origin, requests } = await openHost((_, response) => response.end())
    const named = origin.replace('127.0.0.1', 'localhost')
    const guarded = new OutboundClient({
      base: { url: new URL(named), isLoopback: false },
      ca: undefined,
      userAgent: 'test',
      time: systemClock,
      proxies: { httpProxy: '', httpsProxy: '', noProxy: '' },
    })
    closeAfterwards('an outbound client', () => guarded.close())
    expect(await failureOf(guarded.send({ method: 'GET', url: `${named}/`, signal }))).to.deep.equal([
      'unreachable',
      'localhost resolves to an address that is not allowed',
    ])
    expect(requests).to.deep.equal([])
  })
})

describe('parseHostUrl', () => {
  for (const text of [
    'https://git.example.com',
    'https://git.example.com:8443/api/v3/',
    'https://10.0.0.7',
    'https://[fd00::7]',
    'http://127.0.0.1:3000',
    'http://localhost:3000',
    'http://[::1]:3000',
  ])
    it(`accepts ${text}`, () => {
      const { url } = parseHostUrl(text, { allowHttp: true })
      expect(url.href.replace(/\/$/, '')).to.equal(text.replace(/\/$/, ''))
    })

  for (const text of [
    'git.example.com',
    'ftp://git.example.com',
    'https://user:secret@git.example.com',
    'https://git.example.com?a=b',
    'https://git.example.com#a',
    'https://169.254.169.254',
    'https://[fd00:ec2::254]',
    'https://[::ffff:169.254.169.254]',
    'http://0x7f.1',
    'http://2130706433',
    'http://127.1',
    'http://[::ffff:127.0.0.1]',
    'http://0.0.0.0',
  ])
    it(`refuses ${text}`, () => {
      expect(() => parseHostUrl(text, { allowHttp: true })).to.throw(HostUrlError)
    })

  it('refuses http unless it is allowed', () => {
    expect(() => parseHostUrl('http://git.example.com', { allowHttp: false })).to.throw(HostUrlError, /https/)
  })
})

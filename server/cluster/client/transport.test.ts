import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { headerBytes } from '../../core/formats/header-text.ts'
import { ClusterError, InspectorError } from '../../core/errors.ts'
import { openServer } from '../../testing/open-server.ts'
import type { ApiCall } from './api-call.ts'
import { CredentialsError, type Credentials } from './credentials/interface.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { Transport } from './transport.ts'

const list: ApiCall = { verb: 'list', kind: pods, namespace: 'shop' }

describe('the transport', () => {
  let server: Server
  let transport: Transport | undefined
  let observed: string[]
  let seen: IncomingMessage[]
  let listener: RequestListener

  const identity = { headers: { authorization: 'Bearer one' }, tls: {} }
  const fixed: Credentials = { current: async () => identity, rejected: async () => false }

  function to(origin: string, credentials: Credentials = fixed): Transport {
    const grants = { context: 'test', managedByChart: false, readOnly: false, namespaces: [] }
    const declared = { cluster: 'test', user: 'test', namespace: 'default', source: 'test' }
    const observer = { observe: (_context: string, _call: ApiCall, code: string) => observed.push(code) }
    transport = new Transport(
      { name: 'test', origin, basePath: '', credentials, grants, declared },
      observer,
      'unit-test',
    )
    return transport
  }
  const here = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  async function failure(work: Promise<unknown>): Promise<ClusterError> {
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (!(error instanceof ClusterError)) throw new Error(`no ClusterError: ${String(error)}`)
    return error
  }
  const never = new AbortController().signal

  beforeEach(async () => {
    observed = []
    seen = []
    listener = (_request, response) => response.end('{"items":[]}')
    server = createServer((request, response) => {
      seen.push(request)
      listener(request, response)
    })
    await openServer(server)
  })
  afterEach(() => transport?.close())

  it('sends one header for each value, and values in UTF-8 [B7]', async () => {
    const headers = { 'impersonate-user': headerBytes('Zoë'), 'impersonate-group': ['a', 'b, c'] }
    const acting: Credentials = {
      current: async () => ({ headers, tls: {} }),
      rejected: async () => false,
    }
    await to(here(), acting).json(list, never)
    const { 'impersonate-user': user = [], 'impersonate-group': groups } = seen[0]?.headersDistinct ?? {}
    expect(user.map((text) => Buffer.from(text, 'latin1').toString())).to.deep.equal(['Zoë'])
    expect(groups).to.deep.equal(['a', 'b, c'])
  })

  it('says who it is, takes no compression, keeps one connection', async () => {
    const one = to(here())
    const sockets = new Set<unknown>()
    server.on('connection', (socket) => sockets.add(socket))
    for (let n = 0; n < 5; n++) expect(await one.json(list, never)).to.deep.equal({ items: [] })
    expect(sockets.size).to.be.at.most(2)
    expect(seen[0]?.url).to.equal('/api/v1/namespaces/shop/pods')
    expect(seen[0]?.headers).to.include({
      authorization: 'Bearer one',
      'accept-encoding': 'identity',
      'user-agent': 'unit-test',
    })
    expect(observed).to.deep.equal(['200', '200', '200', '200', '200'])
  })

  it('tries once again after a 401 when the credentials changed, and only then', async () => {
    let token = 'stale'
    const rotating = (changes: boolean): Credentials => ({
      current: async () => ({ headers: { authorization: `Bearer ${token}` }, tls: {} }),
      rejected: async () => {
        token = 'fresh'
        return changes
      },
    })
    listener = (request, response) => {
      response.statusCode = request.headers.authorization === 'Bearer fresh' ? 200 : 401
      response.end('{}')
    }
    await to(here(), rotating(true)).json(list, never)
    expect(observed).to.deep.equal(['401', '200'])
    await transport?.close()
    token = 'stale'
    const error = await failure(to(here(), rotating(false)).json(list, never))
    expect(error.details).to.equal(
      'the API server answered 401; the credentials of this context are wrong or expired: renew them',
    )
    expect(seen).to.have.length(3)
  })

  it('never repeats anything else', async () => {
    listener = (_request, response) => response.writeHead(503).end('{}')
    const body = { spec: {} }
    expect(
      (
        await failure(
          to(here()).json({ verb: 'patch', kind: pods, namespace: 'shop', name: 'web', body }, never),
        )
      ).details,
    ).to.equal('the API server answered 503')
    expect(seen.map((one) => one.method)).to.deep.equal(['PATCH'])
  })

  it('says in a few words why there was no answer', async () => {
    const refused = await failure(to('http://127.0.0.1:1').json(list, never))
    expect([refused.message, refused.details]).to.deep.equal([
      'could not list pods in namespace "shop"',
      'connect ECONNREFUSED 127.0.0.1:1',
    ])
    listener = (_request, response) => response.destroy()
    expect((await failure(to(here()).json(list, never))).details).to.match(
      /closed the connection|connection was reset/,
    )
    listener = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{')
      response.destroy()
    }
    expect((await failure(to(here()).json(list, never))).details).to.match(
      /closed the connection|connection was reset|aborted/,
    )
    listener = (_request, response) => response.end('<html>')
    expect((await failure(to(here()).json(list, never))).details).to.equal('the response is not JSON')
    expect(observed).to.include('unreachable')
  })

  it('tells an API server that is not ready from one that will not say', async () => {
    const said = []
    for (const code of [200, 401, 403, 404, 500, 503]) {
      listener = (_request, response) => response.writeHead(code).end('-')
      said.push(await to(here()).readiness(never))
      await transport?.close()
    }
    expect(said).to.deep.equal(['ready', 'untold', 'untold', 'untold', 'not_ready', 'not_ready'])
    expect(await to('http://127.0.0.1:1').readiness(never)).to.equal('not_ready')
    expect(seen[0]?.url).to.equal('/readyz')
  })

  it('ends when its signal does: a deadline is a time-out', async () => {
    listener = () => undefined
    const late = AbortSignal.timeout(50)
    expect((await failure(to(here()).json(list, late))).details).to.match(/time-out/)
    expect(observed).to.deep.equal(['timeout'])
  })

  it('streams bytes only after the status was seen', async () => {
    listener = (_request, response) => response.writeHead(404).end('{"message":"no"}')
    const log: ApiCall = { verb: 'get', kind: pods, namespace: 'shop', name: 'web', subresource: 'log' }
    const error: unknown = await to(here())
      .stream(log, never)
      .then(
        () => undefined,
        (reason: unknown) => reason,
      )
    expect(error)
      .to.be.instanceOf(InspectorError)
      .and.to.have.property('message', 'pod "web" not found in namespace "shop"')
  })

  it('sends one header line per value of a list', async () => {
    const headers = { 'impersonate-user': 'dev', 'impersonate-group': ['a', 'b, c'] }
    const impersonating: Credentials = { ...fixed, current: async () => ({ headers, tls: {} }) }
    await to(here(), impersonating).json(list, never)
    const lines = seen[0]?.rawHeaders ?? []
    const groups = lines.filter((_, at) => lines[at - 1] === 'impersonate-group')
    expect(groups).to.deep.equal(['a', 'b, c'])
  })

  it('reports credentials that fail after a 401 by their own message [C15]', async () => {
    listener = (_request, response) => response.writeHead(401).end('{}')
    const failing: Credentials = {
      ...fixed,
      rejected: async () => Promise.reject(new CredentialsError('credential plugin "aws" exited with 255')),
    }
    const error = await failure(to(here(), failing).json(list, never))
    expect(error.details).to.equal('credential plugin "aws" exited with 255')
    expect(seen).to.have.length(1)
  })

  it('waits for credentials no longer than for the request', async () => {
    const waiting = async () => new Promise<never>(() => undefined)
    const slow: Credentials[] = [
      { ...fixed, current: waiting },
      { ...fixed, rejected: waiting },
    ]
    listener = (_request, response) => response.writeHead(401).end('{}')
    for (const credentials of slow) {
      const error = await failure(to(here(), credentials).json(list, AbortSignal.timeout(50)))
      expect(error.details).to.equal('the credentials were not available before the deadline of the request')
      await transport?.close()
    }
    const gone = AbortSignal.abort(new Error('the client disconnected'))
    const [first = fixed] = slow
    expect((await failure(to(here(), first).json(list, gone))).details).to.equal('the client disconnected')
  })

  it('speaks of credentials that cannot be had without showing them', async () => {
    const none: Credentials = {
      current: async () => Promise.reject(new Error('no ServiceAccount token in /somewhere')),
      rejected: async () => false,
    }
    expect((await failure(to(here(), none).json(list, never))).details).to.equal(
      'no ServiceAccount token in /somewhere',
    )
    expect(seen).to.have.length(0)
  })
})

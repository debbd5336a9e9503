import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import express from 'express'
import { defineNegotiated, defineRedirect, defineRoute, type Route } from '../api/define-route.ts'
import { StatusBody } from '../api/responses.ts'
import { Validation } from '../api/validation.ts'
import { MemoryLedger } from '../core/memory-ledger.ts'
import { AuthenticatorChain } from '../auth/authenticator-chain.ts'
import { AuthorizationPolicy } from '../auth/authorization-policy.ts'
import { systemClock } from '../core/clock.ts'
import { createLog } from '../telemetry/log.ts'
import { PassThrough } from 'node:stream'
import { errorHandler } from './middleware/error-handler.ts'
import { authenticate } from './middleware/authenticate.ts'
import { AllowedOrigins } from './middleware/allowed-origins.ts'
import { registerRoutes } from './register-routes.ts'
import { ResponseCache } from './response/response-cache.ts'
import { BodiesInFlight } from './response/bodies-in-flight.ts'
import { ContentEncodings } from './response/representation.ts'
import { OpenResponses } from './server/lifecycle.ts'

type Scope = { readonly signal: AbortSignal }

const answer = {
  type: 'object',
  additionalProperties: false,
  properties: { text: { type: 'string' } },
} as const

const routes: readonly Route<Scope>[] = [
  defineRoute({
    method: 'POST',
    path: '/api/things',
    summary: 'Create a thing',
    operationId: 'createThing',
    body: { type: 'object', properties: { text: { type: 'string' } } } as const,
    bodyLimit: 64,
    statuses: [201, 202],
    response: answer,
    audience: 'authenticated',
    access: [],
    handle: async ({ body }) =>
      new StatusBody(body.text === undefined ? 202 : 201, { text: body.text ?? '' }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/things',
    summary: 'Delete all things',
    operationId: 'deleteThings',
    response: answer,
    audience: 'authenticated',
    access: [],
    handle: async () => ({ text: 'deleted' }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/questions',
    summary: 'Ask a question',
    operationId: 'askQuestion',
    action: 'read',
    crossSite: 'refuse',
    response: answer,
    audience: 'authenticated',
    access: [],
    handle: async () => ({ text: 'answered' }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/slow',
    summary: 'Wait for the deadline',
    operationId: 'waitForDeadline',
    deadlineMs: 30,
    response: answer,
    audience: 'authenticated',
    access: [],
    handle: async (_request, { signal }: Scope) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ text: (signal.reason as Error).name }))
      }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/stuck',
    summary: 'Wait for ever',
    operationId: 'waitForEver',
    deadlineMs: 30,
    response: answer,
    audience: 'authenticated',
    access: [],
    handle: () => new Promise<Record<string, never>>(() => undefined),
  }),
  defineRedirect({
    method: 'GET',
    path: '/api/connect',
    summary: 'Go to the host',
    operationId: 'connectHost',
    audience: 'authenticated',
    access: [],
    handle: async () => ({ location: '/elsewhere', cookies: ['a=1; HttpOnly', 'b=2'] }),
  }),
  defineNegotiated({
    method: 'GET',
    path: '/api/report',
    summary: 'Get a report',
    operationId: 'getReport',
    types: [
      { type: 'application/yaml', schema: { type: 'string' } },
      { type: 'text/plain', schema: { type: 'string' } },
    ],
    audience: 'authenticated',
    access: [],
    handle: async ({ mediaType }) => ({ text: `as ${mediaType}` }),
  }),
]

describe('registerRoutes', () => {
  let server: Server
  let base: string

  beforeEach(async () => {
    const ledger = new MemoryLedger(1e6)
    const encodings = new ContentEncodings(ledger)
    const bodies = new BodiesInFlight(ledger)
    const authentication = new AuthenticatorChain({
      loopback: 'local',
      tokens: undefined,
      authenticators: [],
    })
    const permission = new AuthorizationPolicy({
      authorization: 'service',
      sharedIdentities: [],
      reads: [],
      writes: ['writers'],
      audit: [],
    })
    const app = express()
    app.use(authenticate(authentication, new AllowedOrigins([])))
    app.use(
      registerRoutes(routes, {
        scopeOf: (_context, signal) => ({
          scope: { signal },
          headers: () => ({}),
          dependencies: () => undefined,
          stillAllowed: async () => true,
        }),
        validation: new Validation(),
        checkResponses: true,
        requestTimeoutMs: 10_000,
        openResponses: new OpenResponses(),
        encodings,
        bodies,
        responseCache: new ResponseCache({
          ledger,
          encodings,
          bodies,
          authentication,
          permission,
          clock: Date.now,
        }),
        clock: Date.now,
        after: (milliseconds, run) => systemClock.after(milliseconds, run),
        authentication,
        permission,
      }),
    )
    app.use(
      errorHandler(createLog('error', 'json', new PassThrough().resume()), { recordDenial: () => undefined }),
    )
    server = createServer(app)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const call = async (method: string, path: string, init: RequestInit = {}) => {
    const response = await fetch(base + path, { method, redirect: 'manual', ...init })
    return { response, text: await response.text() }
  }
  const json = (value: unknown): RequestInit => ({
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json' },
  })

  it('requires the write groups for a write by declaration, and not for a POST that only reads', async () => {
    const denied = await call('POST', '/api/things', json({ text: 'a' }))
    expect(denied.response.status).to.equal(403)
    expect(denied.text).to.include('writers')
    expect((await call('DELETE', '/api/things')).response.status).to.equal(403)
    expect((await call('POST', '/api/questions')).text).to.equal('{"text":"answered"}')
  })

  it('rejects a body over the limit of its route before anything else of it is looked at', async () => {
    const large = await call('POST', '/api/things', json({ text: 'a'.repeat(64) }))
    expect(large.response.status).to.equal(413)
    expect(large.text).to.include('64 bytes')
  })

  it('rejects requests from pages of other sites where a route demands that', async () => {
    const foreign = await call('POST', '/api/questions', { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(foreign.response.status).to.equal(403)
    expect(foreign.text).to.include('cross-site requests')
  })

  it('aborts the signal of a request at the deadline of its route', async () => {
    expect((await call('GET', '/api/slow')).text).to.equal('{"text":"TimeoutError"}')
  })

  it('responds 503 soon after the deadline to a request whose work goes on', async () => {
    const { response, text } = await call('GET', '/api/stuck')
    expect([response.status, response.headers.get('retry-after')]).to.deep.equal([503, '1'])
    expect(JSON.parse(text)).to.include({ code: 'UNAVAILABLE' })
    expect(text).to.include('the service is too busy')
  })

  it('redirects with 303 and every cookie, and responds 405 to HEAD', async () => {
    const { response } = await call('GET', '/api/connect')
    expect([response.status, response.headers.get('location')]).to.deep.equal([303, '/elsewhere'])
    expect(response.headers.getSetCookie()).to.deep.equal(['a=1; HttpOnly', 'b=2'])
    expect(response.headers.get('cache-control')).to.equal('no-store')
    const head = await call('HEAD', '/api/connect')
    expect([head.response.status, head.response.headers.get('allow')]).to.deep.equal([405, 'GET, OPTIONS'])
  })

  it('responds in the media type the caller prefers, and 406 if it accepts none', async () => {
    const yaml = await call('GET', '/api/report')
    expect(yaml.response.headers.get('content-type')).to.equal('application/yaml; charset=utf-8')
    expect(yaml.response.headers.get('vary')).to.equal('Accept')
    const plain = await call('GET', '/api/report', {
      headers: { accept: 'text/plain, application/yaml;q=0.5' },
    })
    expect(plain.text).to.equal('as text/plain')
    const none = await call('GET', '/api/report', { headers: { accept: 'image/png' } })
    expect([none.response.status, JSON.parse(none.text)]).to.deep.include.members([406])
    expect(none.text).to.include('NOT_ACCEPTABLE')
  })

  it('names every method of a path in Allow', async () => {
    const { response } = await call('OPTIONS', '/api/things')
    expect([response.status, response.headers.get('allow')]).to.deep.equal([204, 'POST, DELETE, OPTIONS'])
    expect((await call('PUT', '/api/things')).response.status).to.equal(405)
  })
})

describe('a route of declarations', () => {
  it('cannot be cacheable unless it is a GET with a JSON response', () => {
    const declare = () =>
      defineRoute({
        method: 'POST',
        path: '/api/x',
        summary: 'Do x',
        operationId: 'postX',
        cacheable: true,
        response: answer,
        audience: 'authenticated',
        access: [],
        handle: async () => ({}),
      })
    expect(declare).to.throw(TypeError, 'only a GET')
  })
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect } from 'chai'
import { Validation } from '../api/validation.ts'
import { openAuditLog } from '../audit/open-audit-log.ts'
import { MemoryLedger } from '../core/memory-ledger.ts'
import { AuthenticatorChain } from '../auth/authenticator-chain.ts'
import { AuthorizationPolicy } from '../auth/authorization-policy.ts'
import { loadConfig } from '../config/load-config.ts'
import { systemClock } from '../core/clock.ts'
import { AllowedHosts } from '../http/allowed-hosts.ts'
import { AccessLog } from '../http/middleware/access-log.ts'
import { AllowedOrigins } from '../http/middleware/allowed-origins.ts'
import { BodiesInFlight } from '../http/response/bodies-in-flight.ts'
import { ContentEncodings } from '../http/response/representation.ts'
import { ResponseCache } from '../http/response/response-cache.ts'
import { ConnectionLimiter } from '../http/server/connection-limiter.ts'
import { Lifecycle, OpenResponses } from '../http/server/lifecycle.ts'
import { limitedServer } from '../http/server/http-server.ts'
import { closeAfterwards } from '../testing/fixtures.ts'
import { openServer } from '../testing/open-server.ts'
import { createLog } from '../telemetry/log.ts'
import { Metrics } from '../telemetry/metrics.ts'
import { createExpressApp, createHttpApp, expressSteps, type HttpAppDependencies } from './http-app.ts'

/** The router, the 404 and the error handler. */
const AFTER_THE_STEPS = 3

describe('the HTTP app', () => {
  async function dependencies(): Promise<HttpAppDependencies> {
    const output = new PassThrough().resume()
    const log = createLog('error', 'json', output)
    const config = loadConfig({ demo: true }, {}, false)
    const ledger = new MemoryLedger(1e6)
    const encodings = new ContentEncodings(ledger)
    const bodies = new BodiesInFlight(ledger)
    const openResponses = new OpenResponses()
    const authentication = new AuthenticatorChain({
      loopback: 'local',
      tokens: undefined,
      authenticators: [],
    })
    const permission = new AuthorizationPolicy({
      authorization: 'service',
      sharedIdentities: [],
      reads: [],
      writes: [],
      audit: [],
    })
    return {
      scopeOf: () => {
        throw new Error('no request is served here')
      },
      validation: new Validation(),
      checkResponses: true,
      console: true,
      requestTimeoutMs: 1000,
      openResponses,
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
      log,
      accessLog: new AccessLog(output, 'off'),
      metrics: new Metrics('1.2.3', openResponses),
      lifecycle: new Lifecycle(),
      connections: new ConnectionLimiter(),
      auditLog: await openAuditLog(config, { output, log, clock: Date.now, time: systemClock }),
      signIn: undefined,
      version: '1.2.3',
      hosts: new AllowedHosts([]),
      origins: new AllowedOrigins([]),
      rateLimit: 0,
    }
  }

  it('has no step that is unknown to the response cache', async () => {
    const wanted = await dependencies()
    const steps = expressSteps(wanted)
    const app = createExpressApp(wanted)
    // A step that is added by `app.use` alone would be skipped by cached responses without a reason.
    expect(app.router.stack).to.have.length(steps.length + AFTER_THE_STEPS)
    for (const { notForCachedResponses } of steps) expect(notForCachedResponses).to.match(/^\w+( \S+){3,}$/)
  })

  it('keeps the connections of known callers when all places are taken, and closes others for newcomers [A8]', async () => {
    const connections = new ConnectionLimiter(2, 2)
    const listener = createHttpApp({ ...(await dependencies()), connections })
    const port = await openServer(limitedServer(listener, connections))
    const sockets: Socket[] = []
    closeAfterwards('connections', () => sockets.forEach((socket) => socket.destroy()))
    const send = async (socket: Socket, method: string, path: string) => {
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      return String(await once(socket, 'data')).slice(0, 12)
    }
    const open = () => {
      const socket = connect(port, '127.0.0.1')
      sockets.push(socket)
      return socket
    }
    const [known, unknown] = [open(), open()]
    expect(await send(known, 'GET', '/api/nowhere')).to.equal('HTTP/1.1 404')
    expect(await send(unknown, 'HEAD', '/api/openapi.json')).to.equal('HTTP/1.1 200')
    const closed = once(unknown, 'close')
    expect(await send(open(), 'GET', '/api/nowhere')).to.equal('HTTP/1.1 404')
    await closed
    expect(await send(known, 'GET', '/api/nowhere')).to.equal('HTTP/1.1 404')
  })

  it('ends the connection of an unknown caller with 401', async () => {
    const port = await openServer(createServer(createHttpApp(await dependencies())))
    const response = await fetch(`http://127.0.0.1:${port}/api/pods`, {
      headers: { 'x-forwarded-for': '192.0.2.1' },
    })
    expect([response.status, response.headers.get('connection')]).to.deep.equal([401, 'close'])
  })
})

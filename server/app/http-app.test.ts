import { PassThrough } from 'node:stream'
import { expect } from 'chai'
import { Validation } from '../api/validation.ts'
import { openAuditLog } from '../audit/open-audit-log.ts'
import { ByteBudget } from '../core/byte-budget.ts'
import { AuthenticatorChain } from '../auth/authenticator-chain.ts'
import { AuthorizationPolicy } from '../auth/authorization-policy.ts'
import { loadConfig } from '../config/load-config.ts'
import { systemClock } from '../core/clock.ts'
import { AllowedHosts } from '../http/allowed-hosts.ts'
import { AccessLog } from '../http/middleware/access-log.ts'
import { AllowedOrigins } from '../http/middleware/allowed-origins.ts'
import { ContentEncodings } from '../http/response/representation.ts'
import { ResponseCache } from '../http/response/response-cache.ts'
import { Lifecycle, OpenResponses } from '../http/server/lifecycle.ts'
import { createLog } from '../telemetry/log.ts'
import { Metrics } from '../telemetry/metrics.ts'
import { createExpressApp, expressSteps, type HttpAppDependencies } from './http-app.ts'

/** The router, the 404 and the error handler. */
const AFTER_THE_STEPS = 3

describe('createExpressApp', () => {
  async function dependencies(): Promise<HttpAppDependencies> {
    const output = new PassThrough().resume()
    const log = createLog('error', 'json', output)
    const config = loadConfig({ demo: true }, {}, false)
    const encodings = new ContentEncodings()
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
      requestTimeoutMs: 1000,
      openResponses,
      encodings,
      responseCache: new ResponseCache({
        budget: new ByteBudget(1e6),
        encodings,
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
})

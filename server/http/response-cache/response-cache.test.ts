import { createServer, type Server } from 'node:http'
import { Writable } from 'node:stream'
import { expect } from 'chai'
import { AuthenticatorChain } from '../../auth/authenticator-chain.ts'
import { AuthorizationPolicy } from '../../auth/authorization-policy.ts'
import { tick } from '../../testing/tick.ts'
import { Scheduler } from '../../core/scheduler.ts'
import { AccessLog } from '../middleware/access-log.ts'
import { ResponseCache, type ComputedResponse } from './response-cache.ts'
import { Lifecycle, OpenResponses } from '../server/lifecycle.ts'
import { ContentEncodings } from '../response/content-encoding.ts'
import type { Dependencies } from './dependencies.ts'
import { AllowedHosts } from '../middleware/allowed-hosts.ts'
import { Metrics } from '../../telemetry/metrics.ts'
import { AllowedOrigins } from '../middleware/allowed-origins.ts'
import { SerializedBody } from '../../api/define-route.ts'

const NOW = Date.UTC(2026, 10, 22)

/** Fake watched state; each response computed from it contains its version at that time. */
class Watched {
  made = 0
  fails = false
  /** Additional text of each response. */
  text = ''
  #version = 1
  #next = Promise.withResolvers<void>()

  change(): void {
    this.#version++
    this.#next.resolve()
    this.#next = Promise.withResolvers<void>()
  }

  answer(): ComputedResponse & { dependencies: Dependencies } {
    if (this.fails) throw new Error('not to be shown')
    this.made++
    const made = this.#version
    const same = () => made === this.#version
    const dependencies: Dependencies = {
      validityFor: () => ({ use: 'hit', ageMs: 0, unchanged: same() }),
      get unchanged() {
        return same()
      },
      nextChange: () => this.#next.promise,
    }
    return { body: SerializedBody.of({ version: made, text: this.text }, Infinity), dependencies, from: NOW }
  }
}

describe('Answers', () => {
  let watched: Watched
  let server: Server
  /** Number of requests that went past the response cache. */
  let through: number

  beforeEach(async () => {
    watched = new Watched()
    through = 0
    const lifecycle = new Lifecycle()
    lifecycle.serving()
    const answers = new ResponseCache({
      lifecycle,
      metrics: new Metrics('1.0.0', new OpenResponses()),
      accessLog: new AccessLog(new Writable(), 'off'),
      forms: new ContentEncodings(),
      hosts: new AllowedHosts([]),
      origins: new AllowedOrigins([]),
      authentication: new AuthenticatorChain({ loopback: 'local', tokens: undefined, authenticators: [] }),
      permission: new AuthorizationPolicy({
        authorization: 'service',
        sharedIdentities: [],
        reads: [],
        writes: [],
        audit: [],
      }),
      clock: () => NOW,
      turns: new Scheduler(),
    })
    server = createServer((request, response) => {
      const whole = () => {
        through++
        watched.fails = false
        const answer = watched.answer()
        response.end(answer.body.bytes)
        answers.store(request, response, {
          ...answer,
          route: '/api/pods',
          again: async () => watched.answer(),
        })
      }
      const answered = answers.tryServe(request, response)
      if (answered instanceof Promise) void answered.then((done) => done || whole())
      else if (!answered) whole()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const ask = (coding = 'identity') => {
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    return fetch(`http://127.0.0.1:${port}/api/pods`, { headers: { 'accept-encoding': coding } })
  }
  const versionOf = async (response: Response) => ((await response.json()) as { version: number }).version
  const version = async () => versionOf(await ask())
  /** Waits three turns of the event loop: two until the response is computed, one until it is stored. */
  const settled = () => tick(3)

  it('are given again as they stand, and made again where they do not', async () => {
    expect([await version(), await version(), watched.made]).to.deep.equal([1, 1, 1])
    watched.change()
    expect([await version(), await version(), watched.made]).to.deep.equal([2, 2, 2])
    expect(through).to.equal(1)
  })

  it('are made ahead of who asks next where somebody has asked since, once', async () => {
    await version()
    watched.change()
    expect([await version(), await version(), watched.made]).to.deep.equal([2, 2, 2])
    watched.change()
    await settled()
    expect(watched.made, 'before anybody asks').to.equal(3)
    watched.change()
    await settled()
    expect(watched.made, 'nobody has asked for what was made ahead').to.equal(3)
    expect([await version(), watched.made, through]).to.deep.equal([4, 4, 1])
  })

  for (const [what, length, coding, ways] of [
    ['here', 10_000, 'gzip', 1],
    ['on the whole way where they are large', 300_000, null, 2],
  ] as const) {
    it(`are compressed for who is the first to want them so, ${what}`, async () => {
      watched.text = 'x'.repeat(length)
      await version()
      const response = await ask('gzip')
      expect([response.headers.get('content-encoding'), through]).to.deep.equal([coding, ways])
      expect(await versionOf(response)).to.equal(1)
    })
  }

  it('go the whole way where they cannot be made again, whether somebody waits or not', async () => {
    await version()
    watched.change()
    expect([await version(), await version()]).to.deep.equal([2, 2])
    watched.fails = true
    watched.change()
    await settled()
    expect(through).to.equal(1)
    expect([await version(), through]).to.deep.equal([3, 2])
  })
})

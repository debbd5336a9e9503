import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { expect } from 'chai'
import { closeAfterwards } from '../../../server/testing/fixtures.ts'
import { AUDIENCE } from '../../support/callers.ts'
import {
  buildService,
  LimitedService,
  openSecureDemo,
  type SecureDemo,
} from '../../support/limited-service.ts'
import { whyNoCgroups } from '../../support/memory-cgroup.ts'
import type { Attack, AttackReport } from '../../support/processes/attack.ts'
import { cookiesOf, KEYS, SESSION, SigningIn } from '../../support/signing-in.ts'
import { until } from '../../support/until.ts'

const PODS = 10_000
const P99_MS = 250
const REASON = whyNoCgroups()
const SKIPPED = REASON === '' ? '' : ` (skipped: no memory limit can be set here: ${REASON})`

describe(`memory of the service under the chart's limit${SKIPPED}`, () => {
  let demo: SecureDemo
  let service: LimitedService

  before(async function () {
    this.timeout(120_000)
    if (REASON !== '' && process.env['CI'] === undefined) this.skip()
    buildService()
    demo = await openSecureDemo({ controllers: false, bulk: { pods: PODS } })
  })

  const bearer = (username: string, groups: readonly string[] = []) => ({
    authorization: `Bearer ${demo.addToken({ username, groups }, [AUDIENCE])}`,
  })

  /** Starts an attack; returns its last report and a function that ends it. */
  function attack(options: Omit<Attack, 'port'>) {
    const script = join(import.meta.dirname, '..', '..', 'support', 'processes', 'attack.ts')
    const child = fork(script, [JSON.stringify({ ...options, port: service.port })])
    let last: AttackReport | undefined
    child.on('message', (message) => (last = message as AttackReport))
    const end = async (): Promise<void> => {
      if (!child.connected) return
      child.disconnect()
      await once(child, 'exit')
    }
    closeAfterwards('an attack', end)
    return { report: () => last, end }
  }

  /** Reads as a well-behaved caller until `done`; returns the 99th percentile of the durations, in milliseconds. */
  async function behave(headers: Record<string, string>, done: () => boolean): Promise<number> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const durations: number[] = []
    for (let n = 0; !done(); n++) {
      const path = n % 2 === 0 ? '/api/pods?namespace=bulk-0001' : '/api/nodes'
      const started = performance.now()
      const status = await new Promise<number | undefined>((resolve, reject) => {
        get({ agent, port: service.port, host: '127.0.0.1', path, headers }, (response) =>
          response.on('end', () => resolve(response.statusCode)).resume(),
        ).on('error', reject)
      })
      expect(status).to.equal(200)
      durations.push(performance.now() - started)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    agent.destroy()
    return durations.toSorted((one, other) => one - other)[Math.floor(durations.length * 0.99)] ?? NaN
  }

  /** Expects that the service was not killed, and answered the attack with 200, 401, 403, 404, 429 or 503. */
  function expectUnharmed(report: AttackReport | undefined): void {
    const seen = `${JSON.stringify(report)}, at most ${Math.round(service.memory.peak / 1024 / 1024)} MiB`
    expect([service.alive, service.memory.kills], seen).to.deep.equal([true, 0])
    expect(report?.withoutRetry, seen).to.equal(0)
    expect(Object.keys(report?.statuses ?? {}), seen).to.not.be.empty
    for (const status of Object.keys(report?.statuses ?? {}))
      expect(['200', '401', '403', '404', '429', '503'], seen).to.include(status)
  }

  const forMs = (milliseconds: number) => {
    const end = performance.now() + milliseconds
    return () => performance.now() > end
  }

  it('60 readers of 60 selectors for a minute [A1a]', async function () {
    this.timeout(180_000)
    service = await LimitedService.open(demo, { tokenAudiences: AUDIENCE })
    const path = '/api/pods?labelSelector=app%20notin%20(x{n})'
    const { report, end } = attack({ path, connections: 60, read: true, headers: bearer('busy') })
    const p99 = await behave(bearer('ada'), forMs(60_000))
    await end()
    expectUnharmed(report())
    expect(p99).to.be.below(P99_MS)
  })

  it('300 clients that do not read what they ask for [A1a]', async function () {
    this.timeout(120_000)
    service = await LimitedService.open(demo, { tokenAudiences: AUDIENCE })
    const path = '/api/pods?labelSelector=app%20notin%20(x{n})'
    const { report, end } = attack({ path, connections: 300, read: false, headers: bearer('stalled') })
    const p99 = await behave(bearer('ada'), forMs(25_000))
    await end()
    expectUnharmed(report())
    expect(p99).to.be.below(P99_MS)
  })

  it('10,000 long URLs [A1b]', async function () {
    this.timeout(180_000)
    service = await LimitedService.open(demo, { tokenAudiences: AUDIENCE })
    const values = Array.from({ length: 350 }, (_, n) => `value${n}`).join(',')
    const selector = `app%20notin%20(x{n},${values})`
    const path = `/api/pods?namespace=bulk-0001&labelSelector=${selector}&ignored=${'y'.repeat(3000)}`
    const { report, end } = attack({
      path,
      connections: 8,
      requests: 10_000,
      read: true,
      headers: bearer('long'),
    })
    const p99 = await behave(bearer('ada'), () => report()?.done === true)
    await end()
    expectUnharmed(report())
    expect(p99).to.be.below(P99_MS)
  })

  it('10,000 names of a caller without rights and with 270 groups [A1c]', async function () {
    this.timeout(180_000)
    service = await LimitedService.open(demo, { tokenAudiences: AUDIENCE, authorization: 'caller' })
    const groups = Array.from({ length: 270 }, (_, n) => `group-of-a-large-organization-${n}`)
    const attackers = bearer('nobody', groups)
    const path = '/api/pods/name-{n}?namespace=shop'
    const { report, end } = attack({ path, connections: 8, requests: 10_000, read: true, headers: attackers })
    await until('the attack to be over', () => (report()?.done === true ? true : undefined), 150_000)
    const held = await service.metric('cluster_inspector_memory_bytes')
    await end()
    expectUnharmed(report())
    expect(report()?.statuses).to.deep.equal({ 403: 10_000 })
    expect(held.get('{holder="access_reviews"}')).to.be.within(1, 10e6)
  })

  it('10,000 second cookies beside one session [A1d]', async function () {
    this.timeout(180_000)
    const signing = await SigningIn.open()
    await signing.reset()
    service = await LimitedService.open(demo, {
      ...(await signing.settings(KEYS.slice(0, 1))),
      loopback: 'false',
    })
    const browser = signing.browser(service)
    await signing.signIn(browser)
    expect([...cookiesOf(browser).keys()]).to.include(SESSION)
    const session = [...cookiesOf(browser)].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { host: 'inspector.example.com', cookie: `second=${'x'.repeat(3000)}{n}; ${session}` }
    const { report, end } = attack({
      path: '/api/pods?namespace=bulk-0001',
      connections: 8,
      requests: 10_000,
      read: true,
      headers,
    })
    await until('the attack to be over', () => (report()?.done === true ? true : undefined), 150_000)
    const held = await service.metric('cluster_inspector_memory_bytes')
    await end()
    expectUnharmed(report())
    expect(report()?.statuses).to.deep.equal({ 200: 10_000 })
    expect(held.get('{holder="sessions"}'), 'one session').to.be.within(1, 2000)
  })
})

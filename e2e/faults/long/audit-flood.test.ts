import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import type { AuditEntry } from '../../../server/api/schemas/audit.ts'
import { run } from '../../cluster/environment/process.ts'
import { openFolder } from '../../support/folder.ts'
import { call } from '../../support/http.ts'
import { exitOf, killProcess, serveProcess, type ServingProcess } from '../../support/serve-process.ts'

const RATE = 500
const SECONDS = 20
const STEP_MS = 20

/** Sends POSTs of a foreign page at a steady rate; counts the responses by status. */
class Flood {
  readonly statuses: Record<number, number> = {}
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 50 })
  readonly #url: string
  readonly #since = performance.now()
  readonly #timer = setInterval(() => this.#step(), STEP_MS)
  #sent = 0

  constructor(url: string) {
    this.#url = `${url}/api/deployments/storefront/restart`
  }

  get answered(): number {
    return Object.values(this.statuses).reduce((sum, count) => sum + count, 0)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#agent.destroy()
  }

  #step(): void {
    const due = Math.floor(((performance.now() - this.#since) * RATE) / 1000)
    for (; this.#sent < due; this.#sent++)
      request(
        this.#url,
        { agent: this.#agent, method: 'POST', headers: { origin: 'https://evil.example' } },
        (response) => {
          const status = response.statusCode ?? 0
          this.statuses[status] = (this.statuses[status] ?? 0) + 1
          response.resume()
        },
      )
        .on('error', () => undefined)
        .end()
  }
}

describe('audit log under a flood of denials [A5]', () => {
  let folder: string
  let keyFile: string
  const trail = () => join(folder, 'trail', readdirSync(join(folder, 'trail'))[0] ?? '')
  const entries = () =>
    readFileSync(trail(), 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => (JSON.parse(line) as { audit: AuditEntry }).audit)
  const serve = () =>
    serveProcess([
      `--audit-folder=${join(folder, 'trail')}`,
      `--audit-key-file=${keyFile}`,
      '--audit-groups=cluster-inspector:local',
    ])
  const restart = async ({ url }: ServingProcess, name: string, requestId: string) => {
    const headers = { 'x-request-id': requestId }
    const answer = await call(url, 'POST', `/api/deployments/${name}/restart`, { namespace: 'shop' }, headers)
    expect(answer.status, answer.text).to.equal(200)
  }
  const verify = async () => {
    const args = ['server/main.ts', 'audit', 'verify', trail(), '--key-file', keyFile]
    const { code, stdout, stderr } = await run(process.execPath, args)
    return { code, text: `${stderr}${stdout.toString()}` }
  }

  before(() => {
    folder = openFolder('audit-flood')
    mkdirSync(join(folder, 'trail'))
    keyFile = join(folder, 'key')
    writeFileSync(keyFile, 'a key of sixteen bytes or more\n')
  })

  it('500 foreign POSTs a second for 20 s: at most 100 lines, each restart is made and recorded, whole after kill -9 [A5]', async function () {
    this.timeout(120_000)
    const service = await serve()
    await restart(service, 'storefront', 'before')
    const flood = new Flood(service.url)
    for (let second = 0; second < SECONDS; second++) {
      await pause(1000)
      await restart(service, 'storefront', `during-${second}`)
    }
    expect(Object.keys(flood.statuses)).to.deep.equal(['403'])
    expect(flood.answered).to.be.greaterThan(0.9 * RATE * SECONDS)
    const denied = entries().filter(({ event }) => event === 'denied')
    expect(denied.length).to.be.within(1, 100)
    const metrics = await (await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`)).text()
    const summed = Number(/^cluster_inspector_audit_summed_total (\d+)$/m.exec(metrics)?.[1])
    expect(summed + denied.length).to.be.within(0.9 * flood.answered, RATE * (SECONDS + 10))
    expect(metrics).to.include('\ncluster_inspector_audit_dropped_total 0\n')
    const { json } = await call(service.url, 'GET', '/api/audit')
    const writes = (json['audit'] as AuditEntry[]).filter(({ phase }) => phase === 'done')
    expect(writes.map(({ requestId, result }) => [requestId, result])).to.deep.equal([
      ...Array.from({ length: SECONDS }, (_, n) => [`during-${SECONDS - 1 - n}`, 'succeeded']),
      ['before', 'succeeded'],
    ])
    await killProcess(service.child)
    flood.stop()
    expect((await verify()).code).to.equal(0)
    const next = await serve()
    await restart(next, 'storefront', 'after')
    next.child.kill('SIGTERM')
    expect(await exitOf(next.child)).to.equal(0)
    expect(
      entries()
        .map(({ event }) => event)
        .slice(-3),
    ).to.deep.equal(['write', 'write', 'closed'])
    const { code, text } = await verify()
    expect(code, text).to.equal(0)
    expect(text).to.match(/warning: line \d+: (it notes|the process that wrote)/)
  })
})

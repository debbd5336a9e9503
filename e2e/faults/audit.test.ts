import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { expect } from 'chai'
import { verifyFile } from '../../server/audit/verify.ts'
import type { DemoCluster } from '../support/demo-cluster.ts'
import type { RunningServer } from '../../server/app/server.ts'
import { run } from '../cluster/environment/process.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { openFolder } from '../support/folder.ts'
import { call } from '../support/http.ts'
import { secondsApart } from '../support/seconds-apart.ts'
import { serveWarm, type ServeOptions } from '../support/serve.ts'
import { until } from '../support/until.ts'

const clock = secondsApart()

/** The group of callers of the same machine. */
const LOCAL = 'cluster-inspector:local'

interface Line {
  message: string
  audit: Record<string, unknown>
}

describe('audit log [S10]', () => {
  let demo: DemoCluster
  let service: RunningServer
  let folder: string
  let keyFile: string

  async function start(settings: Record<string, unknown>, options: ServeOptions = {}): Promise<void> {
    service = await serveWarm(demo.url, demo.token, { clock, ...options, settings })
  }
  const base = () => `http://127.0.0.1:${service.port}`
  const restart = (deployment: string, headers: Record<string, string> = {}) =>
    call(base(), 'POST', `/api/deployments/${deployment}/restart`, { namespace: 'shop' }, headers)
  const file = () => join(folder, 'trail', readdirSync(join(folder, 'trail'))[0] ?? '')
  const entries = (text: string) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line)
      .filter(({ message }) => message === 'audit')
      .map(({ audit }) => audit)

  beforeEach(async () => {
    demo = await openDemoCluster({ controllers: false })
    folder = openFolder('audit')
    keyFile = join(folder, 'key')
    writeFileSync(keyFile, 'a key of sixteen bytes or more\n')
  })

  it('says who changed what, before and after it was asked of the cluster, and what became of it', async () => {
    const output = new PassThrough()
    let text = ''
    output.on('data', (chunk: Buffer) => (text += chunk.toString()))
    await start({ tokenAudiences: ['a'] }, { output })
    const ada = {
      authorization: `Bearer ${demo.addToken({ username: 'ada' }, ['a'])}`,
      'x-request-id': 'r-1',
    }
    const made = await restart('storefront', ada)
    expect(made.status).to.equal(200)
    expect((await restart('none', { 'x-request-id': 'r-2' })).status).to.equal(404)
    const [asked, done, ...rest] = entries(text).map(({ id: _id, changeId: _changeId, ...entry }) => entry)
    const write = {
      event: 'write',
      requestId: 'r-1',
      caller: { name: 'ada', via: 'token' },
      address: '127.0.0.1',
      context: 'test',
      verb: 'patch',
      resource: 'deployments.apps',
      namespace: 'shop',
      name: 'storefront',
    }
    const { resourceVersion: before, ...askedFor } = asked ?? {}
    expect(askedFor).to.deep.equal({ ...write, phase: 'requested' })
    const { resourceVersion: after, ...became } = done ?? {}
    expect(became).to.deep.equal({ ...write, phase: 'done', result: 'succeeded' })
    const version = made.headers.get('x-resource-version')?.split(':')[1]
    expect(after).to.deep.equal({ ...(before as object), after: version })
    expect((before as { before: string }).before).to.match(/^\d+$/)
    expect(rest, 'nothing was asked for one that is not there').to.deep.equal([])
  })

  it('writes one line per entry, whatever a name contains, and no line contains a body', async () => {
    const output = new PassThrough()
    let text = ''
    output.on('data', (chunk: Buffer) => (text += chunk.toString()))
    await start({ tokenAudiences: ['a'] }, { output })
    const name = 'ada"}\\n{"message":"audit","audit":{"result":"succeeded"}}'
    const broken = `${name}\n{"message":"audit"}\u001b[2J\u2028`
    const token = demo.addToken({ username: name }, ['a'])
    const headers = { authorization: `Bearer ${token}`, 'x-request-id': 'r\u00e9' }
    const body = { namespace: 'shop', gracePeriodSeconds: 2987 }
    const pods = (await call(base(), 'GET', '/api/pods?namespace=shop')).json['pods'] as { name: string }[]
    expect((await call(base(), 'POST', `/api/pods/${pods[0]?.name}/restart`, body, headers)).status).to.equal(
      200,
    )
    const lines = () => text.split('\n').filter((line) => line.includes('"audit"'))
    expect(lines()).to.have.length(2)
    expect(entries(text).map(({ caller }) => (caller as { name: string }).name)).to.deep.equal([name, name])
    const authorization = `Bearer ${demo.addToken({ username: broken }, ['a'])}`
    const refused = await call(base(), 'POST', `/api/pods/${pods[0]?.name}/restart`, body, { authorization })
    expect([refused.status, refused.json['error']]).to.deep.equal([401, entries(text)[2]?.['result']])
    expect(lines(), 'the refusal is one line too').to.have.length(3)
    for (const secret of [token, demo.token, '2987', 'r\u00e9', '\u001b'])
      expect(text, secret).to.not.include(secret)
  })

  it('links lines, so that a changed, removed or missing line is detected', async function () {
    this.timeout(120_000)
    const trail = join(folder, 'trail')
    mkdirSync(trail)
    const settings = { auditKeyFile: keyFile, auditFolder: trail }
    await start(settings)
    for (const name of ['storefront', 'storefront']) expect((await restart(name)).status).to.equal(200)
    await service.stop()
    await start(settings)
    expect((await restart('storefront')).status).to.equal(200)
    const whole = await verifyFile(file(), keyFile)
    expect(whole).to.deep.include({ whole: true })
    expect(whole.sentence).to.match(/^7 lines verified; head [0-9a-f]{64}$/)
    const metrics = await (await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`)).text()
    const head = /cluster_inspector_audit_head_info\{head="([0-9a-f]{64})"\} 1/.exec(metrics)?.[1]
    expect(whole.sentence).to.include(head)
    expect(metrics).to.include('cluster_inspector_audit_lines_total 2')
    const lines = readFileSync(file(), 'utf8').split('\n')
    const tampered = join(folder, 'tampered')
    const judge = async (changed: readonly string[]) => {
      writeFileSync(tampered, changed.join('\n'))
      return (await verifyFile(tampered, keyFile, [head ?? ''])).whole
    }
    expect(await judge(lines)).to.equal(true)
    for (let at = 0; at < 7; at++)
      expect(await judge(lines.toSpliced(at, 1)), `without ${at}`).to.equal(false)
    const verify = async (path: string, ...more: string[]) => {
      const args = ['server/main.ts', 'audit', 'verify', path, '--key-file', keyFile, ...more]
      const { code, stdout, stderr } = await run(process.execPath, args)
      return [code, `${stdout.toString()}${stderr}`.trim()]
    }
    expect(await verify(file(), '--expect-head', head ?? '')).to.deep.equal([0, whole.sentence])
    writeFileSync(tampered, lines.toSpliced(2, 1).join('\n'))
    expect(await verify(tampered)).to.deep.equal([
      1,
      `6 lines verified, 1 fault: lines are missing, added or changed\ncluster-inspector: line 3: 1 lines are missing before it`,
    ])
    writeFileSync(tampered, lines.slice(0, 4).join('\n'))
    expect((await verify(tampered))[0], 'the end is missing, and nobody said what it is').to.equal(0)
    expect((await verify(tampered, '--expect-head', head ?? ''))[0]).to.equal(1)
    expect(await judge(lines.map((line) => line.replace('storefront', 'catalog')))).to.equal(false)
  })

  it('continues after a line that a killed process left unfinished [A9]', async () => {
    mkdirSync(join(folder, 'trail'))
    const settings = { auditKeyFile: keyFile, auditFolder: join(folder, 'trail'), auditGroups: [LOCAL] }
    await start(settings)
    expect((await restart('storefront')).status).to.equal(200)
    await service.stop()
    truncateSync(file(), statSync(file()).size - 20)
    await start(settings)
    expect((await restart('storefront')).status).to.equal(200)
    const { json } = await call(base(), 'GET', '/api/audit')
    const noted = (json['audit'] as Record<string, unknown>[]).at(-1)
    expect(noted).to.include({ event: 'unfinished-lines', requestId: null, caller: null, address: null })
    const { whole, sentence, findings } = await verifyFile(file(), keyFile)
    expect([whole, findings.length]).to.deep.equal([true, 1])
    expect(sentence).to.match(/^5 lines verified, 1 warning; head/)
    expect(findings[0]).to.match(/^warning: line 4: it notes 1 unfinished before it/)
  })

  it('records a change first, and refuses it if that fails, unless configured otherwise', async () => {
    const full = () => {
      const output = new Writable({
        write: (chunk: Buffer, _encoding, done) =>
          done(chunk.includes('"message":"audit"') ? new Error('ENOSPC') : null),
      })
      output.on('error', () => undefined)
      return output
    }
    let patches = 0
    demo.onRequest(({ method }) => {
      if (method === 'PATCH') patches++
    })
    await start({}, { output: full() })
    const refused = await restart('storefront')
    expect([refused.status, refused.json['code'], patches]).to.deep.equal([503, 'UNAVAILABLE', 0])
    expect(refused.json['error']).to.include('audit log')
    await service.stop()
    await start({ auditRequired: false }, { output: full() })
    expect([(await restart('storefront')).status, patches]).to.deep.equal([200, 1])
  })

  it('names calls that were denied, and is read by those it is for alone', async () => {
    await start({ tokenAudiences: ['a'], auditGroups: ['security'], readGroups: ['security', 'dev'] })
    const bearer = (username: string, groups: string[]) => ({
      authorization: `Bearer ${demo.addToken({ username, groups }, ['a'])}`,
    })
    const security = bearer('sam', ['security'])
    expect((await call(base(), 'GET', '/api/pods')).status).to.equal(403)
    const refused = await call(base(), 'GET', '/api/audit', undefined, bearer('dan', ['dev']))
    expect([refused.status, refused.json['error']]).to.deep.equal([
      403,
      'user "dan" is not allowed to read the audit log',
    ])
    const read = await until('the entries', async () => {
      const { json } = await call(base(), 'GET', '/api/audit', undefined, security)
      const audit = json['audit'] as Record<string, unknown>[]
      return audit.length === 2 ? { ...json, audit } : undefined
    })
    expect(read.audit.map(({ event, caller, route }) => [event, caller, route])).to.deep.equal([
      ['denied', { name: 'dan', via: 'token' }, '/api/audit'],
      ['denied', { name: 'cluster-inspector:local', via: 'local' }, '/api/pods'],
    ])
    expect(read).to.have.property('replica').that.is.a('string')
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'chai'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { openDemoCluster } from '../support/demo-cluster.ts'
import { openFolder } from '../support/folder.ts'
import { call, type Answer } from '../support/http.ts'
import { killProcess, serveCluster, type ServingProcess } from '../support/serve-process.ts'
import { until } from '../support/until.ts'

const CANARY = 'a-canary-in-a-file'
const FILE = { filePath: 'a.yaml', content: `${CANARY} `.repeat(50) }

describe('settings in a file', () => {
  let folder: string
  let state: string
  let kubeconfig: string

  const serve = (flags: readonly string[] = []): Promise<ServingProcess> =>
    serveCluster(['--kubeconfig', kubeconfig, ...flags], { XDG_STATE_HOME: folder })
  const ask = ({ url }: ServingProcess, method: string, path: string, body?: unknown): Promise<Answer> =>
    call(url, method, `/api/settings${path}`, body)
  const stop = async ({ child }: ServingProcess): Promise<void> => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }

  beforeEach(async () => {
    folder = openFolder('settings')
    state = join(folder, 'cluster-inspector', 'state.json')
    kubeconfig = join(folder, 'kubeconfig')
    const demo = await openDemoCluster({ controllers: false })
    await writeFile(
      kubeconfig,
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        'current-context': 'demo',
        clusters: [{ name: 'demo', cluster: { server: demo.url } }],
        users: [{ name: 'demo', user: {} }],
        contexts: [{ name: 'demo', context: { cluster: 'demo', user: 'demo' } }],
      }),
    )
  })

  it('survives a restart, with nothing sealed in clear, and modes for the owner only', async () => {
    const first = await serve()
    expect((await ask(first, 'POST', '', { themeMode: 'dark' })).status).to.equal(200)
    expect((await ask(first, 'POST', '/repohost/basket', FILE)).status).to.equal(200)
    await stop(first)
    expect((await readdir(join(state, '..'))).toSorted()).to.deep.equal(['state.json', 'state.json.keys'])
    for (const name of [state, `${state}.keys`]) expect((await stat(name)).mode & 0o777).to.equal(0o600)
    const text = await readFile(state, 'utf8')
    expect(text).to.include('"themeMode": "dark"').and.not.include(CANARY)
    const { records } = JSON.parse(text) as { records: { everyone: { sealed: { basket: string } } } }
    const [, sealed = ''] = records.everyone.sealed.basket.split('.')
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).to.not.include(CANARY)
    expect(first.output()).to.not.include(CANARY)
    const second = await serve()
    expect((await ask(second, 'GET', '')).json['themeMode']).to.equal('dark')
    expect((await ask(second, 'GET', '/repohost/basket')).json).to.deep.equal({ basket: [FILE] })
  })

  it('takes over the lock of a process that was killed, and shares the file with no second one [K2]', async () => {
    const first = await serve()
    await ask(first, 'POST', '', { themeMode: 'dark' })
    const second = await serve()
    const refused = await ask(second, 'POST', '', { themeMode: 'light' })
    expect([refused.status, refused.json['code']]).to.deep.equal([501, 'NOT_CONFIGURED'])
    expect(refused.json['hint']).to.include('set stateFile to another file').and.include(state)
    expect((await ask(second, 'GET', '')).json['themeMode'], 'the default').to.equal('system')
    expect((await call(second.url, 'GET', '/api/about')).json['features']).to.have.nested.property(
      'settings.enabled',
      false,
    )
    expect(second.output()).to.include(`process ${first.child.pid} has the lock`)
    await killProcess(first.child)
    const third = await serve()
    expect((await ask(third, 'GET', '')).json['themeMode']).to.equal('dark')
  })

  it('reads edited files as absent once their key is gone, says so in the log once, and goes on [K3]', async () => {
    const first = await serve()
    await ask(first, 'POST', '/repohost/basket', FILE)
    await ask(first, 'POST', '/sidebar-pins', { path: '/pods', pinned: true })
    await stop(first)
    await rm(`${state}.keys`)
    const second = await serve()
    const gone = 'sealed with a key that is gone'
    for (let n = 0; n < 3; n++)
      expect((await ask(second, 'GET', '/repohost/basket')).json).to.deep.equal({ basket: [], reason: gone })
    expect((await ask(second, 'GET', '/repohost')).json).to.include({ reason: gone })
    expect((await ask(second, 'GET', '/sidebar-pins')).json).to.deep.equal({ pinned: ['/pods'] })
    expect(second.output().split(gone).length - 1).to.equal(1)
    expect((await ask(second, 'DELETE', '/repohost/basket?filePath=a.yaml')).json).to.include({
      reason: gone,
    })
    expect((await ask(second, 'POST', '/repohost/basket', FILE)).json).to.deep.equal({ basket: [FILE] })
  })

  it('opens files of a rotated key, and seals them with the new one at the next change [K3]', async () => {
    const keys = join(folder, 'keys')
    const [old, recent] = ['old key '.repeat(8), 'new key '.repeat(8)]
    await writeFile(keys, old)
    const process = await serve(['--seal-keys-file', keys])
    await ask(process, 'POST', '/repohost/basket', FILE)
    await writeFile(keys, `${recent}\n${old}\n`)
    expect((await ask(process, 'GET', '/repohost/basket')).json).to.deep.equal({ basket: [FILE] })
    const idOf = () => /"basket": "(\w+)\./.exec(readFileSync(state, 'utf8'))?.[1]
    const before = idOf()
    await until('the new key to seal', async () => {
      await ask(process, 'POST', '/repohost/basket', FILE)
      return idOf() === before ? undefined : true
    })
    await writeFile(keys, recent)
    await stop(process)
    const next = await serve(['--seal-keys-file', keys])
    expect((await ask(next, 'GET', '/repohost/basket')).json).to.deep.equal({ basket: [FILE] })
    expect(readdirSync(join(state, '..'))).to.not.include('state.json.keys')
  })

  it('refuses edited files without a key, and nothing else [K3]', async () => {
    const process = await serve(['--seal-keys-file', join(folder, 'none')])
    const refused = await ask(process, 'POST', '/repohost/basket', FILE)
    expect([refused.status, refused.json['code']]).to.deep.equal([501, 'NOT_CONFIGURED'])
    expect(refused.json['hint']).to.include('seal.existingSecret')
    expect((await ask(process, 'GET', '/repohost/basket')).json).to.deep.equal({ basket: [] })
    expect((await ask(process, 'DELETE', '/repohost/basket')).status).to.equal(200)
    expect((await ask(process, 'POST', '', { themeMode: 'dark' })).status).to.equal(200)
    const storage = { '-repohost': { editBasket: [FILE] }, '-sidebar-pins': ['/pods'] }
    const imported = await ask(process, 'POST', '/migrate', { storage })
    expect(imported.json['imported']).to.deep.equal(['-sidebar-pins'])
    expect(JSON.stringify(imported.json['skipped'])).to.include('no key is configured')
  })

  it('starts with a file that is not one of settings: changes are 501, and the file stays [K6]', async () => {
    const first = await serve()
    await ask(first, 'POST', '', { themeMode: 'dark' })
    await stop(first)
    await writeFile(state, '{"records":')
    const second = await serve()
    expect((await ask(second, 'POST', '', {})).json['code']).to.equal('NOT_CONFIGURED')
    expect((await ask(second, 'GET', '')).json['themeMode']).to.equal('system')
    expect(second.output()).to.include('it is not JSON: repair or remove it')
    expect(await readFile(state, 'utf8')).to.equal('{"records":')
  })

  it('has the old or the new record, whole, after each of many kills in the middle of writes [K1]', async function () {
    this.timeout(180_000)
    let written = 0
    for (let round = 0; round < 10; round++) {
      const child = spawn(process.execPath, ['e2e/support/processes/write-records.ts', state])
      closeAfterwards('a process', () => killProcess(child))
      const lines = createInterface(child.stdout)
      for await (const line of lines) {
        written = Number(line)
        // The writer has begun the next write when this number arrives.
        if (written % 3 === 0) break
      }
      await killProcess(child)
      const { records } = JSON.parse(await readFile(state, 'utf8')) as {
        records: { everyone: { subject: string; plain: Record<string, string>; sealed: { end: string } } }
      }
      const { subject, plain, sealed } = records.everyone
      expect(Number(subject)).to.be.within(written, written + 5)
      expect([plain['first'], plain['last'], sealed.end]).to.deep.equal([subject, subject, subject])
      expect(plain['filler']).to.have.length(2_000_000)
    }
  })
})

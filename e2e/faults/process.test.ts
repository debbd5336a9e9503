import { readFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { imageSettingsOf } from '../bench/image.ts'
import { openFolder } from '../support/folder.ts'
import { ending, firstByte, openFollow } from '../support/follow.ts'
import { call } from '../support/http.ts'
import {
  exitOf,
  killProcess,
  serveProcess,
  startProcess,
  type ServingProcess,
} from '../support/serve-process.ts'
import { exposition } from '../support/exposition.ts'
import { until } from '../support/until.ts'

const named = ['--auth-url', 'https://inspector.example.com', '--sign-in-keys-file', '/nonexistent/keys']
const issuer = ['--oidc-issuer', 'https://issuer.example.com', '--oidc-client-id', 'inspector']

describe('the process', () => {
  let running: ServingProcess

  it('answers soon after it is started, with the demo cluster', async function () {
    this.timeout(120_000)
    running = await serveProcess([])
    const { status, json } = await call(running.url, 'GET', '/api/pods')
    expect(status).to.equal(200)
    expect(json['pods']).to.be.an('array').with.length.greaterThan(10)
    // Three seconds of computing, which take longer on a busy machine.
    const counted = await exposition(`http://127.0.0.1:${running.metricsPort}`)
    expect(counted.sum('process_cpu_seconds_total')).to.be.within(0.1, 10)
  })

  it('SIGTERM in the middle of a log: not ready first, then the log is cut visibly, exit 0 [F23]', async function () {
    this.timeout(120_000)
    running = await serveProcess(['--shutdown-delay', '3s'])
    const { url, metricsPort, child } = running
    const pods = await call(
      url,
      'GET',
      '/api/pods?namespace=shop&labelSelector=app.kubernetes.io/name%3Dstorefront',
    )
    const [pod] = pods.json['pods'] as { name: string }[]
    const response = await openFollow(`${url}/api/pods/${pod?.name}/logs?namespace=shop&follow=true`)
    await firstByte(response)
    const end = ending(response)
    child.kill('SIGTERM')
    const operations = `http://127.0.0.1:${metricsPort}`
    await until('the process to say it leaves', async () =>
      (await call(operations, 'GET', '/readyz')).status === 503 ? true : undefined,
    )
    expect(
      (await call(url, 'GET', '/api/nodes')).status,
      'still answering while endpoints learn of it',
    ).to.equal(200)
    expect(await end).to.equal('cut')
    expect(await exitOf(child)).to.equal(0)
  })

  it('exits 78 and names every mistake of its configuration', async function () {
    this.timeout(120_000)
    const { child, output } = startProcess(['--demo', '--port', '0x10', '--log-level', 'loud'])
    expect(await exitOf(child)).to.equal(78)
    expect(output())
      .to.match(/port must be integer/)
      .and.match(/logLevel must be one of: error, /)
    expect(output()).to.not.match(/\n\s+at /)
  })

  it('exits 78 where the files of TLS cannot be read, and names the first', async function () {
    this.timeout(120_000)
    const files = ['--tls-certificate-file', '/nowhere.crt', '--tls-key-file', '/nowhere.key']
    const { child, output } = startProcess(['--demo', '--port', '0', '--metrics-port', '0', ...files])
    expect(await exitOf(child)).to.equal(78)
    expect(output()).to.match(/tlsCertificateFile \/nowhere\.crt cannot be read: ENOENT/)
    expect(output()).to.not.match(/\n\s+at /)
  })

  it('loads what sign-in takes where people sign in, and nowhere else', async function () {
    this.timeout(120_000)
    const hook = `import { registerHooks } from 'node:module'
      registerHooks({
        resolve(name, context, next) {
          const found = next(name, context)
          if (found.url.includes('/@auth/')) console.log('loaded', name)
          return found
        },
      })`
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` }
    const plain = startProcess(['--demo', '--port', '0', '--metrics-port', '0'], env)
    await until('the process to serve', () => (plain.output().includes('"serving"') ? true : undefined))
    await killProcess(plain.child)
    expect(plain.output()).to.not.include('loaded')
    const file = join(import.meta.dirname, 'process.test.ts')
    const { child, output } = startProcess(
      ['--demo', ...named, ...issuer, '--oidc-client-secret-file', file],
      env,
    )
    expect(await exitOf(child)).to.equal(78)
    expect(output()).to.include('loaded @auth/express')
  })

  it('exits 78 where sign-in lacks what it needs, and says which file', async function () {
    this.timeout(120_000)
    const half = startProcess(['--demo', ...named, ...issuer])
    expect(await exitOf(half.child)).to.equal(78)
    expect(half.output()).to.include('sign-in by OpenID Connect requires oidcClientSecretFile')
    const whole = startProcess([
      '--demo',
      ...named,
      ...issuer,
      '--oidc-client-secret-file',
      '/nonexistent/secret',
    ])
    expect(await exitOf(whole.child)).to.equal(78)
    expect(whole.output()).to.include('the session keys in /nonexistent/keys cannot be read')
    expect(whole.output()).to.not.match(/\n\s+at /)
  })

  it('exits 78 in an environment that takes away what is promised, and names it [S13]', async function () {
    this.timeout(120_000)
    for (const [name, value] of [
      ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
      ['NODE_OPTIONS', '--report-on-signal'],
      ['NODE_DEBUG', 'http'],
    ] as const) {
      const { child, output } = startProcess(['--demo'], { [name]: value })
      expect(await exitOf(child)).to.equal(78)
      expect(output()).to.include(name).and.include('unset it').and.not.include('"serving"')
    }
  })

  it("works in full under the image's permission model: reads, restarts, and the audit log where it may write [S14]", async function () {
    this.timeout(120_000)
    const { env } = imageSettingsOf(readFileSync('server/Dockerfile', 'utf8'))
    const folder = openFolder('permission')
    const writable = '/var/lib/cluster-inspector/audit'
    expect(env['NODE_OPTIONS']).to.include('--permission').and.include(`--allow-fs-write=${writable} `)
    expect(readFileSync('chart/templates/deployment.yaml', 'utf8')).to.include(`mountPath: ${writable}`)
    const options = (env['NODE_OPTIONS'] ?? '').replace(writable, folder)
    running = await serveProcess(['--audit-folder', folder], { NODE_OPTIONS: options })
    const restarted = await call(running.url, 'POST', '/api/deployments/storefront/restart', {
      namespace: 'shop',
    })
    expect(restarted.status, restarted.text).to.equal(200)
    const trail = readFileSync(join(folder, `audit-${hostname()}.jsonl`), 'utf8')
    expect(trail.trimEnd().split('\n')).to.have.length(2)
    const encoded = await call(running.url, 'GET', '/api/pods', undefined, { 'accept-encoding': 'br' })
    expect(encoded.headers.get('content-encoding')).to.equal('br')
    expect((await call(running.url, 'GET', '/docs')).status).to.equal(200)
    const elsewhere = startProcess(['--demo', '--audit-folder', tmpdir()], { NODE_OPTIONS: options })
    expect(await exitOf(elsewhere.child)).to.equal(78)
    expect(elsewhere.output()).to.match(/the audit file .* cannot be opened: .*(restricted|permission)/i)
  })

  it('exits 78 where there is no cluster, and says what to do', async function () {
    this.timeout(120_000)
    const { child, output } = startProcess([])
    expect(await exitOf(child)).to.equal(78)
    expect(output()).to.include('no kubeconfig at').and.include('serve --demo')
  })

  it('exits 1 where a port is taken, and says which, and what chooses another', async function () {
    this.timeout(120_000)
    running = await serveProcess([])
    const { port } = new URL(running.url)
    for (const [taken, free] of [
      ['--port', '--metrics-port'],
      ['--metrics-port', '--port'],
    ] as const) {
      const { child, output } = startProcess(['--demo', free, '0', taken, port])
      expect(await exitOf(child)).to.equal(1)
      expect(output()).to.include(
        `cannot listen on port ${port}: address already in use; choose another with ${taken} (listen EADDRINUSE`,
      )
    }
  })

  for (const [origin, thrower] of [
    ['uncaughtException', 'throw new Error("thrown by a test")'],
    ['unhandledRejection', 'Promise.reject(new Error("thrown by a test"))'],
  ])
    it(`drains and exits 1 with the reason after an error that no code caught (${origin})`, async function () {
      this.timeout(120_000)
      const script = encodeURIComponent(`process.on("SIGUSR2", () => { ${thrower} })`)
      const preload = `data:text/javascript,${script}`
      running = await serveProcess(['--shutdown-delay', '2s'], { NODE_OPTIONS: `--import=${preload}` })
      const { url, metricsPort, child, output } = running
      child.kill('SIGUSR2')
      await until('the process to be not ready', async () => {
        const { status } = await call(`http://127.0.0.1:${metricsPort}`, 'GET', '/readyz')
        return status === 503 ? true : undefined
      })
      expect((await call(url, 'GET', '/api/nodes')).status).to.equal(200)
      expect(await exitOf(child)).to.equal(1)
      const line = output()
        .split('\n')
        .find((one) => one.includes('uncaught error: shutting down'))
      expect(JSON.parse(line ?? '{}')).to.include({ level: 'error', origin, reason: 'thrown by a test' })
    })

  it('lives on when nobody reads its log any more [F24]', async function () {
    this.timeout(120_000)
    running = await serveProcess([])
    running.child.stdout?.destroy()
    for (let n = 0; n < 20; n++) expect((await call(running.url, 'GET', '/api/nodes')).status).to.equal(200)
    await until('a flush to have failed', async () => {
      await call(running.url, 'GET', '/api/nodes')
      return running.child.exitCode === null ? true : undefined
    })
    expect((await call(running.url, 'GET', '/api/nodes')).status).to.equal(200)
  })
})

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { Authority, type Pair } from '../../../../../e2e/support/certificates.ts'
import { eventually } from '../../../../testing/eventually.ts'
import {
  buildCluster,
  buildExec,
  buildSurroundings,
  buildUser,
  failureOf,
} from '../../../../testing/kubeconfig-user.ts'
import type { TestSurroundings } from '../../../../testing/kubeconfig-user.ts'
import { ManualClock } from '../../../../testing/manual-time.ts'
import { until } from '../../../../../e2e/support/until.ts'
import type { ExecConfig, KubeconfigCluster } from '../../kubeconfig/model.ts'
import { credentialsFor } from '../credentials-for.ts'
import type { Credentials } from '../interface.ts'

const V1 = 'client.authentication.k8s.io/v1'
const V1BETA1 = 'client.authentication.k8s.io/v1beta1'
const SECRET = 'c2VjcmV0LXRva2VuLW9mLXRoZS1wbHVnaW4tMTIzNDU2Nzg5MA'

describe('a credential plugin', () => {
  let folder: string
  let time: ManualClock
  let surroundings: TestSurroundings
  let certificate: Pair

  const path = (name: string) => join(folder, name)
  /** Writes an executable Node.js script. */
  const script = (name: string, code: string): string => {
    writeFileSync(path(name), `#!${process.execPath}\nconst fs = require('node:fs')\n${code}`, {
      mode: 0o755,
    })
    return path(name)
  }
  const answer = (status: unknown, changes: object = {}) =>
    JSON.stringify({ apiVersion: V1, kind: 'ExecCredential', status, ...changes })
  /** Writes a plugin that counts its runs and prints the content of a file. */
  const printing = (name: string, output: string): string => {
    writeFileSync(path(`${name}.out`), output)
    return script(
      name,
      `fs.appendFileSync(${JSON.stringify(path(`${name}.runs`))}, 'x')
       process.stdout.write(fs.readFileSync(${JSON.stringify(path(`${name}.out`))}))`,
    )
  }
  const print = (name: string, output: string) => writeFileSync(path(`${name}.out`), output)
  const runs = (name: string) =>
    existsSync(path(`${name}.runs`)) ? readFileSync(path(`${name}.runs`), 'utf8').length : 0
  const plugin = (exec: Partial<ExecConfig>, cluster: Partial<KubeconfigCluster> = {}): Credentials =>
    credentialsFor(buildUser({ exec: buildExec(exec) }), buildCluster(cluster), surroundings)
  const authorization = async (from: Credentials) => (await from.current()).headers['authorization']
  const isAlive = (pid: number) => {
    try {
      process.kill(pid, 0)
      // A killed process whose parent has gone may stay as a zombie, which runs no more.
      return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
    } catch {
      return false
    }
  }

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plugin-'))
    certificate = await (await Authority.create(folder, 'ca')).issue('client')
    writeFileSync(path('client.crt'), certificate.cert)
  })
  after(() => rmSync(folder, { recursive: true }))
  beforeEach(() => {
    time = new ManualClock()
    surroundings = buildSurroundings({ PATH: folder, HOME: '/home/dev' }, time)
  })

  it('gives a token or a client certificate, in v1 and v1beta1, as JSON or YAML [C13]', async () => {
    const { cert, key } = certificate
    const status = { token: 'kubeconfig-user-x:y' }
    const headers = { authorization: 'Bearer kubeconfig-user-x:y' }
    const pair = { clientCertificateData: cert, clientKeyData: key }
    for (const [output, apiVersion, identity] of [
      [answer(status), V1, { headers, tls: {} }],
      [answer(status, { apiVersion: V1BETA1 }), V1BETA1, { headers, tls: {} }],
      [answer(pair), V1, { headers: {}, tls: { cert, key } }],
      [answer({ ...status, ...pair, expirationTimestamp: null }), V1, { headers, tls: { cert, key } }],
      [
        `apiVersion: ${V1}\nkind: ExecCredential\nstatus: {token: "kubeconfig-user-x:y"}\n`,
        V1,
        { headers, tls: {} },
      ],
    ] as const) {
      const command = printing('giving', output)
      expect(await plugin({ command, apiVersion }).current(), output).to.deep.equal(identity)
    }
  })

  it('gets the environment of the protocol, no terminal and no input [C13]', async () => {
    const command = script(
      'environment',
      `const input = fs.readFileSync(0, 'utf8')
       fs.writeFileSync(${JSON.stringify(path('environment.json'))},
         JSON.stringify({ env: process.env, args: process.argv.slice(2), input, pid: process.pid }))
       console.log(${JSON.stringify(answer({ token: 't' }))})`,
    )
    const env = [
      { name: 'HOME', value: '/other' },
      { name: 'AWS_PROFILE', value: 'dev' },
    ]
    const execConfig = { audience: 'x', nested: { n: 1 } }
    const cluster = {
      server: 'https://kube.example.com/k8s/clusters/c-1',
      tlsServerName: 'kube',
      proxyUrl: 'http://proxy:3128',
      certificateAuthority: { file: path('client.crt') },
      execConfig,
    }
    const info = (own: Partial<ExecConfig>, to: Partial<KubeconfigCluster>) =>
      authorization(plugin({ command, ...own }, to)).then(() => {
        const seen = JSON.parse(readFileSync(path('environment.json'), 'utf8')) as {
          env: Record<string, string>
          args: string[]
          input: string
        }
        return { ...seen, info: JSON.parse(seen.env['KUBERNETES_EXEC_INFO'] ?? '') as unknown }
      })
    const plain = await info({ env, args: ['a', '--b=c d'] }, cluster)
    expect([plain.args, plain.input]).to.deep.equal([['a', '--b=c d'], ''])
    // Node.js adds the folder of coverage data to the environment of each child.
    const { KUBERNETES_EXEC_INFO: _info, NODE_V8_COVERAGE: _coverage, ...others } = plain.env
    expect(others).to.deep.equal({ PATH: folder, HOME: '/other', AWS_PROFILE: 'dev' })
    expect(plain.info).to.deep.equal({ kind: 'ExecCredential', apiVersion: V1, spec: { interactive: false } })
    const whole = await info({ provideClusterInfo: true }, cluster)
    expect(whole.info).to.deep.equal({
      kind: 'ExecCredential',
      apiVersion: V1,
      spec: {
        cluster: {
          server: cluster.server,
          'tls-server-name': 'kube',
          'certificate-authority-data': Buffer.from(certificate.cert).toString('base64'),
          'proxy-url': 'http://proxy:3128',
          config: execConfig,
        },
        interactive: false,
      },
    })
    const insecure = await info(
      { provideClusterInfo: true },
      { insecureSkipTlsVerify: true, disableCompression: true },
    )
    expect(insecure.info).to.have.nested.property('spec.cluster').that.deep.equals({
      server: 'https://10.0.0.1:6443',
      'insecure-skip-tls-verify': true,
      'disable-compression': true,
      config: null,
    })
  })

  it('finds its command in the PATH of this process, or by an absolute path', async () => {
    printing('in-path', answer({ token: 't' }))
    const env = [{ name: 'PATH', value: '/none' }]
    expect(await authorization(plugin({ command: 'in-path', env }))).to.equal('Bearer t')
    expect(await authorization(plugin({ command: path('in-path') }))).to.equal('Bearer t')
    writeFileSync(path('text'), 'no program')
    for (const command of ['none', path('none'), 'text', path('text'), folder])
      expect(await failureOf(plugin({ command }).current()), command).to.match(
        / not found or not executable$/,
      )
    const installHint = 'install it:\nbrew install none'
    expect(await failureOf(plugin({ command: 'none', installHint }).current())).to.equal(
      'credential plugin "none" not found or not executable: install it: brew install none',
    )
  })

  it('runs once for all who wait, and again only after the expiry [C13]', async () => {
    const at = (milliseconds: number) => new Date(surroundings.wallClock + milliseconds).toISOString()
    const command = printing('expiring', answer({ token: 'one', expirationTimestamp: at(600_000) }))
    const kept = plugin({ command })
    const all = await Promise.all(Array.from({ length: 20 }, async () => authorization(kept)))
    expect([new Set(all), runs('expiring')]).to.deep.equal([new Set(['Bearer one']), 1])
    surroundings.wallClock += 500_000
    await authorization(kept)
    expect(runs('expiring')).to.equal(1)
    print('expiring', answer({ token: 'two', expirationTimestamp: at(300_000) }))
    surroundings.wallClock += 50_000
    expect(await authorization(kept), 'refreshed in the background').to.equal('Bearer one')
    await eventually('the refresh', () => runs('expiring') === 2)
    await until('the refreshed token', async () =>
      (await authorization(kept)) === 'Bearer two' ? true : undefined,
    )
    print('expiring', answer({ token: 'three' }))
    surroundings.wallClock += 3_600_000
    expect(await authorization(kept), 'expired').to.equal('Bearer three')
    surroundings.wallClock += 1e12
    expect([await authorization(kept), runs('expiring')], 'without an expiry').to.deep.equal([
      'Bearer three',
      3,
    ])
  })

  it('runs at most once a second where its credentials have expired already', async () => {
    const command = printing('late', answer({ token: 'old', expirationTimestamp: '2020-01-01T00:00:00Z' }))
    const kept = plugin({ command })
    for (let n = 0; n < 5; n++) expect(await authorization(kept)).to.equal('Bearer old')
    expect(runs('late')).to.equal(1)
    surroundings.wallClock += 1000
    await authorization(kept)
    expect(runs('late')).to.equal(2)
  })

  it('runs once more after a 401, not in a loop [C13]', async () => {
    const command = printing('rejected', answer({ token: 'one' }))
    const kept = plugin({ command })
    const first = await kept.current()
    print('rejected', answer({ token: 'two' }))
    const retries = await Promise.all(Array.from({ length: 5 }, () => kept.rejected(first, 'unauthorized')))
    expect([retries, runs('rejected')]).to.deep.equal([[true, true, true, true, true], 2])
    const second = await kept.current()
    expect(await kept.rejected(second, 'unauthorized'), 'within a second').to.equal(false)
    time.turn(1000)
    for (const [wait, expected] of [
      [0, 3],
      [1999, 3],
      [1, 4],
      [3999, 4],
      [1, 5],
    ] as const) {
      time.turn(wait)
      expect(await kept.rejected(second, 'unauthorized')).to.equal(false)
      expect(runs('rejected')).to.equal(expected)
    }
    time.turn(3_600_000)
    await kept.rejected(second, 'unauthorized')
    expect(runs('rejected')).to.equal(6)
    expect(await kept.rejected(second, 'untrusted'), 'a certificate of the cluster').to.equal(false)
    expect(runs('rejected')).to.equal(6)
  })

  it('names the exit code of a failure, and logs its output without secrets [C15]', async () => {
    const command = script(
      'aws',
      `fs.appendFileSync(${JSON.stringify(path('aws.runs'))}, 'x')
       console.error('token expired for alice\\nAuthorization: Bearer ${SECRET} ' + 'x '.repeat(2000))
       console.error('last words, id_token=${SECRET}')
       process.exitCode = 255`,
    )
    const kept = plugin({ command })
    const message = 'credential plugin "aws" exited with 255'
    expect(await failureOf(kept.current())).to.equal(message)
    expect(await failureOf(kept.current()), 'backed off').to.equal(message)
    expect(runs('aws')).to.equal(1)
    time.turn(1000)
    expect(await failureOf(kept.current())).to.equal(message)
    expect(runs('aws')).to.equal(2)
    const [line] = surroundings.logged
    expect([line?.level, line?.message, line?.fields['plugin'], line?.fields['reason']]).to.deep.equal([
      'warn',
      'credential plugin failed',
      'aws',
      'exited with 255',
    ])
    const stderr = String(line?.fields['stderr'])
    expect(stderr.length).to.be.at.most(2000)
    expect(stderr).to.match(/last words, id_token=\(masked\)$/)
    expect(JSON.stringify(surroundings.logged)).to.not.include(SECRET)
  })

  it('keeps its credentials until they expire if it fails later, and then names the failure [C15]', async () => {
    const expirationTimestamp = new Date(surroundings.wallClock + 600_000).toISOString()
    const good = printing('gcloud', answer({ token: 'one', expirationTimestamp }))
    const kept = plugin({ command: good })
    const identity = await kept.current()
    script('gcloud', `fs.appendFileSync(${JSON.stringify(path('gcloud.runs'))}, 'x'); process.exit(3)`)
    surroundings.wallClock += 570_000
    expect(await authorization(kept)).to.equal('Bearer one')
    await eventually('a failed refresh', () => surroundings.logged.length === 1)
    expect(await authorization(kept)).to.equal('Bearer one')
    // Takes as long as a run of the plugin that must not happen.
    await authorization(plugin({ command: printing('other', answer({ token: 't' })) }))
    expect(runs('gcloud'), 'backed off').to.equal(2)
    time.turn(60_000)
    const message = 'credential plugin "gcloud" exited with 3'
    expect(await failureOf(kept.rejected(identity, 'unauthorized'))).to.equal(message)
    expect(await failureOf(kept.current())).to.equal(message)
    print('gcloud', answer({ token: 'two' }))
    printing('gcloud', answer({ token: 'two' }))
    time.turn(60_000)
    expect(await authorization(kept)).to.equal('Bearer two')
  })

  it('reports the signal that ended it, or too much output', async () => {
    const killed = script('killed', `process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)`)
    expect(await failureOf(plugin({ command: killed }).current())).to.equal(
      'credential plugin "killed" was ended by SIGTERM',
    )
    const endless = script('endless', `setInterval(() => process.stdout.write('x'.repeat(100000)), 1)`)
    expect(await failureOf(plugin({ command: endless }).current())).to.equal(
      'credential plugin "endless" printed more than 1 MiB',
    )
  })

  for (const [title, end, message] of [
    ['at its deadline', () => time.turn(15_000), 'did not finish within 15 s'],
    ['at shutdown', () => surroundings.shutdown.abort(), 'was ended: the service is shutting down'],
  ] as const)
    it(`dies with its children ${title} [C13]`, async () => {
      rmSync(path('pids'), { force: true })
      const command = script(
        'hanging',
        `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'],
           { stdio: 'inherit' })
         fs.writeFileSync(${JSON.stringify(path('pids.part'))}, process.pid + ' ' + child.pid)
         fs.renameSync(${JSON.stringify(path('pids.part'))}, ${JSON.stringify(path('pids'))})
         setInterval(() => {}, 1000)`,
      )
      const kept = plugin({ command })
      const failure = failureOf(kept.current())
      await eventually('the plugin to run', () => existsSync(path('pids')))
      const pids = readFileSync(path('pids'), 'utf8').split(' ').map(Number)
      expect(pids.map(isAlive)).to.deep.equal([true, true])
      end()
      expect(await failure).to.equal(`credential plugin "hanging" ${message}`)
      await eventually('its processes to end', () => !pids.some(isAlive))
    })

  it('leaves no timer behind, and is not run after the shutdown', async () => {
    const command = printing('orderly', answer({ token: 't' }))
    await authorization(plugin({ command }))
    expect(time.due).to.deep.equal([])
    surroundings.shutdown.abort()
    expect(await failureOf(plugin({ command }).current())).to.equal(
      'credential plugin "orderly" was not run: the service is shutting down',
    )
  })

  it('fails with advice if it cannot work in a service', async () => {
    const command = printing('refused', answer({ token: 't' }))
    for (const [exec, message] of [
      [{ interactiveMode: 'Always' }, /needs a terminal \(interactiveMode: Always\)/],
      [{ apiVersion: 'client.authentication.k8s.io/v1alpha1' }, /v1alpha1 was removed in Kubernetes 1\.24/],
      [{ apiVersion: 'v1' }, /apiVersion must be client\.authentication\.k8s\.io\/v1 or v1beta1/],
      [{ command: '' }, /has no command/],
      [{ env: [{ name: '', value: 'x' }] }, /a variable in env has no name/],
    ] as const)
      expect(await failureOf(plugin({ command, ...exec }).current())).to.match(message)
    expect(runs('refused')).to.equal(0)
  })

  /** Arguments of a Node.js process that prints the outcome of a plugin. */
  const inProcess = (command: string): string[] => {
    const module = (name: string) => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)))
    const code = `
      import { credentialsFor } from ${module('../credentials-for.ts')}
      import { buildCluster, buildExec, buildSurroundings, buildUser } from ${module('../../../../testing/kubeconfig-user.ts')}
      const user = buildUser({ exec: buildExec({ command: ${JSON.stringify(command)} }) })
      const credentials = credentialsFor(user, buildCluster(), buildSurroundings())
      await credentials.current().then(() => console.log('ran'), ({ message }) => console.log(message))
      process.exit()`
    return ['--input-type=module', '-e', code]
  }

  it('does not wait for the input of the service [C13]', async () => {
    const print = `console.log(${JSON.stringify(answer({ token: 't' }))})`
    const command = script('reading', `fs.readFileSync(0); ${print}`)
    // The standard input of this process stays open.
    const service = spawn(process.execPath, inProcess(command), { stdio: ['pipe', 'pipe', 'inherit'] })
    expect((await text(service.stdout)).trim()).to.equal('ran')
  })

  it('cannot run under the permission model of the image, which the message names', () => {
    const command = printing('forbidden', answer({ token: 't' }))
    const flags = ['--permission', '--allow-fs-read=*', ...inProcess(command)]
    const { stdout } = spawnSync(process.execPath, flags, { encoding: 'utf8' })
    expect(stdout.trim()).to.equal(
      'credential plugin "forbidden" cannot be run: Node.js runs with --permission and without --allow-child-process, as in the image: use a token or a client certificate, or run the service on a host',
    )
    expect(runs('forbidden')).to.equal(0)
  })
})

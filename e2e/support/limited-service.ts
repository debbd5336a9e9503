import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { imageSettingsOf } from '../bench/image.ts'
import { Authority } from './certificates.ts'
import { openDemoCluster, type DemoCluster, type DemoOptions } from './demo-cluster.ts'
import { openFolder } from './folder.ts'
import { freePort } from './free-port.ts'
import { MemoryCgroup } from './memory-cgroup.ts'
import { flagsOf } from './serve-process.ts'
import { until } from './until.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** Memory limit of the server's container in the chart. */
const MEMORY_LIMIT = 384 * 1024 * 1024

/** A demo cluster over TLS: to a plain one no token would be sent. */
export type SecureDemo = DemoCluster & { readonly ca: string }

/** Starts a demo cluster over TLS, with its own certificate authority. */
export async function openSecureDemo(options: DemoOptions): Promise<SecureDemo> {
  const authority = await Authority.create(openFolder('authority'), 'authority')
  const tls = await authority.issue('127.0.0.1', 'subjectAltName=IP:127.0.0.1')
  return { ...(await openDemoCluster({ ...options, tls })), ca: authority.pem }
}

/** Builds the service as for the image, without the console. */
export function buildService(): void {
  execFileSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: ROOT })
  cpSync(join(ROOT, 'server', 'http', 'docs'), join(ROOT, 'dist', 'http', 'docs'), { recursive: true })
}

/** The service as built for the image, in a process with the image's flags and the chart's memory limit. */
export class LimitedService {
  readonly port: number
  readonly metricsPort: number
  readonly memory: MemoryCgroup
  readonly #child: ChildProcess

  private constructor(ports: readonly [number, number], memory: MemoryCgroup, child: ChildProcess) {
    ;[this.port, this.metricsPort] = ports
    this.memory = memory
    this.#child = child
  }

  /** Starts the service for a demo cluster and waits until its caches are live. */
  static async open(
    { url, token, ca }: SecureDemo,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<LimitedService> {
    const kubeconfig = join(openFolder('limited'), 'kubeconfig.json')
    writeFileSync(kubeconfig, JSON.stringify(kubeconfigOf(url, token, ca)))
    const [port, metricsPort] = [await freePort(), await freePort()]
    const flags = flagsOf({
      kubeconfig,
      port: String(port),
      metricsPort: String(metricsPort),
      rateLimit: '0',
      ...settings,
    })
    const image = imageSettingsOf(readFileSync(join(ROOT, 'server', 'Dockerfile'), 'utf8'))
    const words = [process.execPath, ...image.flags, join(ROOT, 'dist', 'main.js'), 'serve', ...flags]
    const memory = new MemoryCgroup('service', MEMORY_LIMIT)
    const [command, args] = memory.command(words)
    const child = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { PATH: process.env['PATH'], ...image.env },
    })
    const ended = once(child, 'exit')
    closeAfterwards('a service with a memory limit', async () => {
      child.kill('SIGKILL')
      await ended
      memory.remove()
    })
    const service = new LimitedService([port, metricsPort], memory, child)
    await service.#live()
    return service
  }

  /** Whether the process runs. */
  get alive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Returns the value of each series of a metric, by its labels as written. */
  async metric(name: string): Promise<Map<string, number>> {
    const text = await (await fetch(`http://127.0.0.1:${this.metricsPort}/metrics`)).text()
    const lines = text
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    return new Map(
      lines.map((line) => {
        const end = line.lastIndexOf(' ')
        return [line.slice(name.length, end), Number(line.slice(end + 1))]
      }),
    )
  }

  async #live(): Promise<void> {
    await until('the caches to be live', async () => {
      const response = await fetch(`http://127.0.0.1:${this.metricsPort}/readyz`)
      const { reflectors } = (await response.json()) as { reflectors: { state: string }[] }
      return reflectors.length >= 4 && reflectors.every(({ state }) => state === 'live') ? true : undefined
    })
  }
}

export function kubeconfigOf(server: string, token: string, ca: string): object {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'demo',
        cluster: { server, 'certificate-authority-data': Buffer.from(ca).toString('base64') },
      },
    ],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'demo', context: { cluster: 'demo', user: 'admin' } }],
    'current-context': 'demo',
  }
}

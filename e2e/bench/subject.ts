import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { stripTypeScriptTypes } from 'node:module'
import { basename, join } from 'node:path'
import { until } from '../support/until.ts'
import type { Access, BenchCluster } from './cluster.ts'
import { Child, spawnPinned } from './measure/child.ts'
import { type ImageSettings, imageSettingsOf } from './image.ts'
import { mark } from './measure/marker.ts'
import type { RawAnswer } from './measure/ask.ts'

/** What is measured runs here; nothing else does but those who read under updates, where a cluster needs the other core. */
export const SERVICE_CORE = 0
const PLAIN: ImageSettings = { flags: [], env: { NODE_ENV: 'production' } }
const ROOT = join(import.meta.dirname, '..', '..')

/** A server under load. */
export interface Subject {
  origin: string
  pid: number
  end(): Promise<void>
}

export interface RunningService extends Subject {
  operations: string
  /** When its process was started (marker.ts). */
  startedAt: number
}

/** What came of a watch. */
export interface Followed {
  bytes: number
  ended?: string
}

export interface StaticServer extends Subject {
  /** From now on it answers this to everything. */
  give(answer: RawAnswer): Promise<void>
  /** From now on it also reads this watch, and throws away what comes. */
  follow(access: Access, path: string): Promise<void>
  /** What came of that watch so far, and how it ended, where it did. */
  followed(): Promise<Followed>
}

/** What a service is started with beside what all are: flags of Node's, and settings. */
interface More {
  flags?: readonly string[]
  args?: readonly string[]
}

/** The service as the image runs it: the built files, the image's own flags, access log and metrics on. */
export async function startService(cluster: BenchCluster, more: More = {}): Promise<RunningService> {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const ports = ['--port', String(port), '--metrics-port', String(metricsPort)]
  const identity = cluster.inCluster?.args ?? ['--kubeconfig', cluster.kubeconfig]
  const args = [
    'serve',
    ...identity,
    '--log-format',
    'json',
    '--rate-limit',
    '0',
    ...ports,
    ...(more.args ?? []),
  ]
  const { flags, env: image } = await imageSettings()
  const env = { ...image, ...cluster.inCluster?.env }
  const command = [...flags, ...(more.flags ?? []), join(ROOT, 'dist', 'main.js'), ...args]
  const startedAt = mark()
  const child = spawnPinned(SERVICE_CORE, command, { stdio: ['ignore', 'ignore', 'inherit'], env })
  // Whatever becomes of this run, no service stays behind.
  const kill = (): boolean => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<undefined>((resolve) => child.once('exit', () => resolve(undefined)))
  return {
    origin: `http://127.0.0.1:${port}`,
    operations: `http://127.0.0.1:${metricsPort}`,
    pid: child.pid ?? 0,
    startedAt,
    end: async () => {
      process.off('exit', kill)
      kill()
      await ended
    },
  }
}

/** Waits until the service listens, whatever it holds by then. */
export async function listening({ operations }: RunningService): Promise<void> {
  await until('the service to listen', async () => (await fetch(`${operations}/healthz`)).ok || undefined)
}

/** Waits until the service listens and every watch it has begun is whole. */
export async function synced({ operations }: RunningService): Promise<void> {
  await until(
    'the service to hold the state of the cluster',
    async () => {
      const found = (await (await fetch(`${operations}/readyz`)).json()) as {
        reflectors: { state: string }[]
      }
      const states = found.reflectors.map(({ state }) => state)
      return states.length >= 4 && states.every((state) => state === 'live') ? true : undefined
    },
    120_000,
  )
}

/** L1: raw node:http, with Node's own settings, which are the faster ones. */
export async function startStatic(): Promise<StaticServer> {
  const child = await startPlain('processes/static.ts', PLAIN)
  const port = await child.ask<number>('where')
  return {
    ...subjectOf(child, port),
    give: async ({ status, headers, body }) => {
      const kept = ['content-type', 'content-encoding', 'etag'].filter((name) => headers[name] !== undefined)
      const shown = Object.fromEntries(kept.map((name) => [name, headers[name]]))
      const length = status === 304 ? {} : { 'content-length': String(body.length) }
      await child.ask('give', { status, headers: { ...shown, ...length }, body: body.toString('base64') })
    },
    follow: async ({ url, headers, tls }, path) => {
      await child.ask('follow', { url: new URL(path, url), options: { headers, ...tls } })
    },
    followed: () => child.ask('followed'),
  }
}

/** L4: the same dependencies run the same way, and nothing done with them. */
export async function startEmpty(): Promise<Subject> {
  const child = await startPlain('processes/empty.ts', await imageSettings())
  return subjectOf(child, await child.ask<number>('where'))
}

export async function startTwin(cluster: BenchCluster): Promise<Subject> {
  const child = await startPlain('twin.ts', PLAIN, cluster.kubeconfig)
  return subjectOf(child, await child.ask<number>('where'))
}

function subjectOf(child: Child, port: number): Subject {
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid, end: () => child.end() }
}

/** Runs a script with its types taken out beforehand, as the service's are: what takes them out needs memory itself. */
async function startPlain(script: string, how: ImageSettings, ...args: string[]): Promise<Child> {
  const folder = join(ROOT, '.cache', 'bench')
  await mkdir(folder, { recursive: true })
  const plain = join(folder, `${basename(script, '.ts')}.mjs`)
  await writeFile(plain, stripTypeScriptTypes(await readFile(join(import.meta.dirname, script), 'utf8')))
  return Child.start(plain, { core: SERVICE_CORE, args, ...how })
}

async function imageSettings(): Promise<ImageSettings> {
  return imageSettingsOf(await readFile(join(ROOT, 'server', 'Dockerfile'), 'utf8'))
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

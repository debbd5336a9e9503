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
import type { Settings } from './settings.ts'

/**
 * The core of the measured processes. Nothing else runs there except readers under updates, if a cluster
 * needs the other core.
 */
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
  /** The start time of its process (marker.ts). */
  startedAt: number
}

/** The service of an earlier checkout. */
export interface EarlierService extends RunningService {
  /** The name of the checkout's folder. */
  name: string
}

/** The name of an earlier checkout in rounds. */
export type EarlierName = `before ${string}`

export function keyOfEarlier({ name }: EarlierService): EarlierName {
  return `before ${name}`
}

/** Returns the figures of an earlier checkout in a round. */
export function earlierIn<T>(round: Readonly<Partial<Record<EarlierName, T>>>, service: EarlierService): T {
  const found = round[keyOfEarlier(service)]
  if (found === undefined) throw new Error(`no round of ${service.name}`)
  return found
}

/** The result of a watch. */
export interface Followed {
  bytes: number
  ended?: string
}

export interface StaticServer extends Subject {
  /** Sets the response to every request from now on. */
  give(answer: RawAnswer): Promise<void>
  /** Also reads this watch from now on, and discards the events. */
  follow(access: Access, path: string): Promise<void>
  /** Returns the bytes of that watch so far, and the reason for its end if it has ended. */
  followed(): Promise<Followed>
}

/** Additional Node.js flags and settings of a service. */
interface More {
  flags?: readonly string[]
  args?: readonly string[]
  /** Another checkout of the project, with its build in dist/. */
  root?: string
}

/** Starts the service as in the image: the built files, the image's flags, access log and metrics on. */
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
  const { flags, env: image } = await imageSettings(more.root)
  const env = { ...image, ...cluster.inCluster?.env }
  const command = [...flags, ...(more.flags ?? []), join(more.root ?? ROOT, 'dist', 'main.js'), ...args]
  const startedAt = mark()
  const child = spawnPinned(SERVICE_CORE, command, { stdio: ['ignore', 'ignore', 'inherit'], env })
  // Kills the service when this run ends, however it ends.
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

/** Starts the services of the earlier checkouts that are compared, with their caches filled. */
export async function startEarlier(
  cluster: BenchCluster,
  { before }: Settings,
  more: More = {},
): Promise<EarlierService[]> {
  const earlier: EarlierService[] = []
  for (const root of before) {
    const service = { ...(await startService(cluster, { ...more, root })), name: basename(root) }
    await synced(service)
    earlier.push(service)
  }
  return earlier
}

/** Waits until the service listens, whether or not its caches are synced. */
export async function listening({ operations }: RunningService): Promise<void> {
  await until('the service to listen', async () => (await fetch(`${operations}/healthz`)).ok || undefined)
}

/** Waits until the service listens and every watch it has started is synced. */
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

/** L1: raw node:http with Node.js's default flags, which are faster. */
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

/** L4: the same dependencies with the same flags, unused. */
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

/**
 * Runs a script with its types stripped beforehand, as the service's are, because the type stripper needs
 * memory itself.
 */
async function startPlain(script: string, how: ImageSettings, ...args: string[]): Promise<Child> {
  const folder = join(ROOT, '.cache', 'bench')
  await mkdir(folder, { recursive: true })
  const plain = join(folder, `${basename(script, '.ts')}.mjs`)
  await writeFile(plain, stripTypeScriptTypes(await readFile(join(import.meta.dirname, script), 'utf8')))
  return Child.start(plain, { core: SERVICE_CORE, args, ...how })
}

async function imageSettings(root = ROOT): Promise<ImageSettings> {
  return imageSettingsOf(await readFile(join(root, 'server', 'Dockerfile'), 'utf8'))
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

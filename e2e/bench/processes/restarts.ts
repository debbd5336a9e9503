import { setTimeout as pause } from 'node:timers/promises'
import { Agent } from 'undici'
import type { Access } from '../cluster.ts'
import { shapeOf } from '../data/shape.ts'
import { idleDeployment } from '../data/workloads.ts'
import { answering } from '../measure/answering.ts'
import { median, percentile } from '../measure/statistics.ts'

/**
 * The restart annotation has whole seconds, so restarting the same Deployment again within a second would
 * change nothing; the service refuses it.
 */
const APART_MS = 1100
const PATIENCE_MS = 10_000
const WORKERS = 4

export interface RestartTask {
  access: Access
  origin: string
  pods: number
  /** Number of Deployments to restart. */
  times: number
  through: 'service' | 'api server'
}

export interface ReadAfterRestart {
  /** Reads after a restart that returned the state before it. */
  violations: number
  checked: number
  readP99: number
  usual: number
}

interface Client {
  restart(index: number): Promise<void>
  close(): Promise<void>
}

interface Detail {
  status: string
  annotations: Record<string, string>
}

/** Times from which Deployments can be restarted again, by index. */
const restartableAt = new Map<number, number>()

answering({ roundTrips, readYourWrites })

/** Returns the median duration in milliseconds of consecutive restarts on one keep-alive connection. */
async function roundTrips(task: RestartTask & { from: number }): Promise<number> {
  const client = task.through === 'service' ? throughService(task, 1) : throughApiServer(task)
  const { deployments } = shapeOf(task.pods)
  const taken: number[] = []
  for (let index = 0; index < task.times; index++) {
    const at = (task.from + index) % deployments
    await pause(Math.max(0, (restartableAt.get(at) ?? 0) - performance.now()))
    const began = performance.now()
    await client.restart(task.from + index)
    taken.push(performance.now() - began)
    restartableAt.set(at, performance.now() + APART_MS)
  }
  await client.close()
  return median(taken.slice(1))
}

function throughApiServer({ access, pods }: RestartTask): Client {
  const shape = shapeOf(pods)
  const agent = new Agent({ allowH2: false, connections: 1, connect: { ...access.tls } })
  const { origin } = new URL(access.url)
  return {
    restart: async (index) => {
      const { namespace, name } = idleDeployment(shape, index)
      const restartedAt = `${new Date().toISOString().slice(0, 19)}Z`
      const annotations = { 'kubectl.kubernetes.io/restartedAt': restartedAt }
      const { statusCode, body } = await agent.request({
        origin,
        path: `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`,
        method: 'PATCH',
        headers: { ...access.headers, 'content-type': 'application/strategic-merge-patch+json' },
        body: JSON.stringify({ spec: { template: { metadata: { annotations } } } }),
      })
      await body.text()
      if (statusCode !== 200) throw new Error(`PATCH of ${name}: ${statusCode}`)
    },
    close: () => agent.destroy(),
  }
}

function throughService({ origin, pods }: RestartTask, connections: number): Client & { agent: Agent } {
  const shape = shapeOf(pods)
  const agent = new Agent({ allowH2: false, connections })
  return {
    agent,
    restart: async (index) => {
      const { namespace, name } = idleDeployment(shape, index)
      const { statusCode, body } = await agent.request({
        origin,
        path: `/api/deployments/${name}/restart`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ namespace }),
      })
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`the restart of ${name}: ${statusCode} ${text}`)
    },
    close: () => agent.destroy(),
  }
}

/**
 * Restarts Deployments and reads each at once, many times and concurrently. Before the restart, a Deployment
 * is Available at some revision. After it, its new generation is not observed yet (Progressing) or its
 * revision is newer; any other state is a stale read.
 */
async function readYourWrites(task: RestartTask): Promise<ReadAfterRestart> {
  const shape = shapeOf(task.pods)
  const client = throughService(task, WORKERS)
  const [usual, after]: [number[], number[]] = [[], []]
  let violations = 0
  let next = 0
  const read = async (index: number, into: number[]): Promise<Detail> => {
    const { namespace, name } = idleDeployment(shape, index)
    const path = `/api/deployments/${name}?namespace=${namespace}`
    const began = performance.now()
    const { statusCode, body } = await client.agent.request({ origin: task.origin, path, method: 'GET' })
    const detail = (await body.json()) as Detail
    into.push(performance.now() - began)
    if (statusCode !== 200) throw new Error(`${name}: ${statusCode} ${JSON.stringify(detail)}`)
    return detail
  }
  const worker = async (): Promise<void> => {
    while (next < task.times) {
      const index = next++ % shape.deployments
      await pause(Math.max(0, (restartableAt.get(index) ?? 0) - performance.now()))
      const before = await settled(() => read(index, usual))
      await client.restart(index)
      restartableAt.set(index, performance.now() + APART_MS)
      const shown = await read(index, after)
      if (shown.status === 'Available' && revision(shown) <= revision(before)) violations++
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, worker))
  await client.close()
  return { violations, checked: after.length, readP99: percentile(after, 0.99), usual: median(usual) }
}

async function settled(read: () => Promise<Detail>): Promise<Detail> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const detail = await read()
    if (detail.status === 'Available') return detail
    if (performance.now() > end) throw new Error(`a Deployment stays ${detail.status}: nobody rolls it out`)
    await pause(10)
  }
}

function revision({ annotations }: Detail): number {
  return Number(annotations['deployment.kubernetes.io/revision'] ?? 0)
}

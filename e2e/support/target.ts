import { readFile } from 'node:fs/promises'
import type { DemoCluster } from './demo-cluster.ts'
import { openDemoCluster } from './demo-cluster.ts'
import { exposition } from './exposition.ts'
import { Kube } from './kube.ts'
import { serveWarm } from './serve.ts'

/** The subject of the API suite: a service, and direct access to its cluster. */
export interface Target {
  /** The base URL of the API, without a path. */
  api: string
  /** The base URL of /metrics, /healthz and /readyz. */
  operations: string
  kube: Kube
  /**
   * The image of the fixtures' containers, which has a shell. The demo cluster interprets the script itself.
   */
  image: string
  /** Milliseconds that a rollout or the start of a Pod may take. */
  patienceMs: number
  /**
   * Counts the calls the service has made to its cluster so far. Watches do not count, because they start and
   * end independently of requests.
   */
  upstreamCalls(): Promise<number>
  /** The demo cluster behind the service, with its fault switches; undefined if the cluster is a real one. */
  demo?: DemoCluster
}

/**
 * Opens the target of this run: the service named by E2E_API and the related variables, which e2e/kind sets.
 * Without them, starts a demo cluster and a service in this process.
 */
export async function openTarget(): Promise<Target> {
  const { E2E_API, E2E_OPERATIONS, E2E_KUBE_URL, E2E_KUBE_TOKEN, E2E_KUBE_CA, E2E_IMAGE } = process.env
  if (E2E_API === undefined) return openDemo()
  if (
    E2E_OPERATIONS === undefined ||
    E2E_KUBE_URL === undefined ||
    E2E_KUBE_TOKEN === undefined ||
    E2E_KUBE_CA === undefined
  )
    throw new Error('with E2E_API also set E2E_OPERATIONS, E2E_KUBE_URL, E2E_KUBE_TOKEN and E2E_KUBE_CA')
  const kube = new Kube({ url: E2E_KUBE_URL, token: E2E_KUBE_TOKEN, ca: await readFile(E2E_KUBE_CA, 'utf8') })
  return {
    api: E2E_API,
    operations: E2E_OPERATIONS,
    kube,
    image: E2E_IMAGE ?? 'node:26-bookworm-slim',
    patienceMs: 120_000,
    upstreamCalls: () => countedCalls(E2E_OPERATIONS),
  }
}

async function openDemo(): Promise<Target> {
  const demo = await openDemoCluster({ pace: 'fast' })
  const service = await serveWarm(demo.url, demo.token)
  const kube = new Kube({ url: demo.url, token: demo.token })
  let seen = 0
  demo.onRequest(({ headers, url }) => {
    if (!url.includes('watch=') && headers['user-agent']?.startsWith('cluster-inspector/') === true) seen++
  })
  return {
    api: `http://127.0.0.1:${service.port}`,
    operations: `http://127.0.0.1:${service.metricsPort}`,
    kube,
    image: 'demo/web:1',
    patienceMs: 15_000,
    upstreamCalls: async () => seen,
    demo,
  }
}

/**
 * Reads cluster_inspector_kube_requests_total: all calls of the service except watches, whatever their
 * result.
 */
async function countedCalls(operations: string): Promise<number> {
  const found = await exposition(operations)
  const calls = 'cluster_inspector_kube_requests_total'
  return found.sum(calls) - found.sum(calls, { verb: 'watch' })
}

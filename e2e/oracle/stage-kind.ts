import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testIdentity } from '../cluster/environment/identity.ts'
import { createCluster, deleteCluster } from '../cluster/environment/kind.ts'
import { Kubectl } from '../cluster/environment/kubectl.ts'
import { serveLocally } from '../cluster/environment/serve.ts'
import { call } from '../support/http.ts'
import { until } from '../support/until.ts'
import { controlPlaneFaults } from './control-plane-faults.ts'
import { PAGES, proxyFaults, type Fault } from './faults.ts'
import { Proxy } from './proxy.ts'
import type { Random } from './random.ts'
import type { Stage } from './stage.ts'

const NAME = 'cluster-inspector-oracle'
const PATIENCE_MS = 180_000
/** The largest number of silenced watches: here a silent watch is noticed only after 90 s. */
const SILENT_RUNS = 2

/** A kind cluster, with the service as a process of its own on this machine. */
export async function kindStage(random: Random): Promise<Stage> {
  const root = join(import.meta.dirname, '..', '..')
  const folder = await mkdtemp(join(tmpdir(), 'cluster-inspector-oracle-'))
  const undo: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step().catch(console.error)
  }
  try {
    return await open(random, { root, folder, undo, close })
  } catch (error) {
    await close()
    throw error
  }
}

interface Around {
  root: string
  folder: string
  /** The clean-up steps. */
  undo: (() => Promise<void>)[]
  close: () => Promise<void>
}

async function open(random: Random, { root, folder, undo, close }: Around): Promise<Stage> {
  const kubectl = new Kubectl(join(folder, 'kubeconfig'))
  undo.push(() => deleteCluster(NAME, kubectl.kubeconfig))
  const cluster = await createCluster(root, kubectl.kubeconfig, NAME)
  await ready(kubectl)
  const access = await testIdentity(kubectl, join(folder, 'ca.crt'))
  const proxy = new Proxy(access, random.branch())
  undo.push(() => proxy.close())
  const kubeconfig = join(folder, 'through-the-proxy')
  await writeFile(kubeconfig, kubeconfigTo(await proxy.listen()))
  const serve = [
    'node',
    'server/main.ts',
    'serve',
    '--cache',
    '--check-responses',
    '--access-log',
    'false',
    '--rate-limit',
    '0',
  ]
  const ports = ['--port', '0', '--metrics-port', '0']
  const service = await serveLocally(root, [...serve, ...ports], { KUBECONFIG: kubeconfig })
  undo.push(() => service.stop())
  await until('the caches to be warm', async () => {
    const { json } = await call(service.operations, 'GET', '/readyz')
    const states = (json['reflectors'] as { state: string }[]).map(({ state }) => state)
    return states.length >= 4 && states.every((state) => state === 'live') ? true : undefined
  })
  return {
    name: 'kind',
    access,
    api: service.api,
    operations: service.operations,
    proxy,
    faults: [...faultsOn(proxy, random.branch()), ...controlPlaneFaults(cluster, kubectl, proxy)],
    perSecond: 120,
    hurry: 1,
    back: () => ready(kubectl),
    close,
  }
}

function faultsOn(proxy: Proxy, random: Random): Fault[] {
  return proxyFaults(proxy, random).map((fault) => ({
    ...fault,
    ...(fault.noticedWithinMs === undefined ? {} : { most: SILENT_RUNS }),
    late: fault.name === PAGES,
  }))
}

/** Waits until the API server is ready: before that it denies everything. */
async function ready(kubectl: Kubectl): Promise<void> {
  await until(
    'the API server to be ready',
    async () =>
      (await kubectl.try('get', '--raw', '/readyz')).stdout.toString() === 'ok' ? true : undefined,
    PATIENCE_MS,
  )
}

/** Returns a kubeconfig without credentials: the proxy adds them. */
function kubeconfigTo(server: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'oracle',
    clusters: [{ name: 'oracle', cluster: { server } }],
    contexts: [{ name: 'oracle', context: { cluster: 'oracle' } }],
  })
}

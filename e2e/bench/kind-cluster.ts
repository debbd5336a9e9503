import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '../support/until.ts'
import { output, run } from '../cluster/environment/process.ts'
import { asPod } from './as-pod.ts'
import type { Access, BenchCluster, InCluster } from './cluster.ts'
import { shapeOf } from './data/shape.ts'
import { fill } from './fill.ts'
import { Child } from './measure/child.ts'
import { LOAD_CORE } from './measure/wrk.ts'
import { SERVICE_CORE } from './subject.ts'
import { Upstream } from './upstream.ts'

const NAME = 'cluster-inspector-bench'
const NODE = `${NAME}-control-plane`
const PODS = 10_000
const KWOK_MS = 180_000
/**
 * The duration of a node's lease, which is renewed four times as often: enough to keep the node alive, and
 * few enough requests to leave the API server to the measurement.
 */
const LEASE_MS = 400_000

/** A kind cluster with the data, and kwok to keep its nodes alive while needed. */
export interface BenchKind extends BenchCluster {
  /** Starts kwok; returns a function that stops it. */
  kwok(): Promise<() => Promise<void>>
}

/** Returns an earlier run's kind cluster with its data, or creates and fills a new one. */
export async function openKindCluster(folder: string): Promise<BenchKind> {
  const kubeconfig = join(folder, 'kind-kubeconfig')
  await obtain(kubeconfig)
  const access = await accessOf(kubeconfig)
  const upstream = new Upstream(access)
  const shape = shapeOf(PODS)
  await fill(upstream, shape)
  await upstream.close()
  await pin()
  const churner = await Child.start(join(import.meta.dirname, 'processes', 'churn.ts'), { core: LOAD_CORE })
  return {
    name: 'kind',
    shape,
    kubeconfig,
    pids: await apiServers(),
    access,
    inCluster: await identityOf(kubeconfig, access, folder),
    // Updating a Pod's status costs the API server 6 ms of the core it shares; at 200 updates a second it is
    // seconds behind.
    churnRates: [100],
    // At this rate the API server uses its whole core, and the scheduler does not preempt it inside the
    // kernel. On that core, even raw node:http that ignores the updates has 2.5 times the p99 of a quiet
    // cluster.
    readersCore: SERVICE_CORE,
    churn: (plan) => churner.ask('churn', { access, pods: PODS, ...plan }),
    // The readers are not on its core.
    giveWay: () => Promise.resolve(),
    loggingPod: { namespace: 'kube-system', name: `etcd-${NODE}`, container: 'etcd' },
    kwok: () => startKwok(kubeconfig, access, shape.nodes),
    close: () => churner.end(),
  }
}

export async function deleteKindCluster(): Promise<void> {
  await output('kind', ['delete', 'cluster', '--name', NAME], { shown: true })
}

async function obtain(kubeconfig: string): Promise<void> {
  const there = (await output('kind', ['get', 'clusters'])).split('\n').includes(NAME)
  if (!there) {
    const image = process.env['KIND_NODE_IMAGE']
    const config = join(import.meta.dirname, 'kind.yaml')
    const args = ['--name', NAME, '--config', config, '--kubeconfig', kubeconfig, '--wait', '120s']
    await output('kind', ['create', 'cluster', ...args, ...(image ? ['--image', image] : [])], {
      shown: true,
      // The paths it mounts are relative to the root of the repository.
      cwd: join(import.meta.dirname, '..', '..'),
    })
  }
  await writeFile(kubeconfig, await directKubeconfig())
}

/**
 * Returns a kubeconfig that connects to the node directly. The proxy of a published port is a process of its
 * own, on any core.
 */
async function directKubeconfig(): Promise<string> {
  const template = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}'
  const address = (await output('docker', ['inspect', '--format', template, NODE])).trim()
  const internal = await output('kind', ['get', 'kubeconfig', '--internal', '--name', NAME])
  return internal.replace(`https://${NODE}:`, `https://${address}:`)
}

/**
 * Returns the API server's processes. They continue to work on a list for a while after the client has
 * disconnected.
 */
async function apiServers(): Promise<number[]> {
  const table = await output('docker', ['top', NODE, '-eo', 'pid,comm'])
  return table.split('\n').flatMap((line) => {
    const [pid, command] = line.trim().split(/\s+/)
    return command === 'kube-apiserver' ? [Number(pid)] : []
  })
}

/** Moves all processes of the cluster, and the processes they start, off the core of the measurement. */
async function pin(): Promise<void> {
  const each = `for one in /proc/[0-9]*; do taskset --all-tasks --cpu-list --pid ${LOAD_CORE} "\${one#/proc/}"; done >/dev/null 2>&1; true`
  const { code, stderr } = await run('docker', ['exec', NODE, 'sh', '-c', each])
  if (code !== 0) console.error(`the cluster stays on every core: ${stderr.trim()}`)
}

interface ConfigView {
  clusters: { cluster: { server: string; 'certificate-authority-data': string } }[]
  users: { user: { 'client-certificate-data': string; 'client-key-data': string } }[]
}

/** Reads the access of the kubeconfig's administrator. */
async function accessOf(kubeconfig: string): Promise<Access> {
  const args = ['--kubeconfig', kubeconfig, 'config', 'view', '--minify', '--raw', '-o', 'json']
  const view = JSON.parse(await output('kubectl', args)) as ConfigView
  const [cluster, user] = [view.clusters[0]?.cluster, view.users[0]?.user]
  if (cluster === undefined || user === undefined) throw new Error('the kubeconfig of kind names no cluster')
  const pem = (data: string): string => Buffer.from(data, 'base64').toString()
  return {
    url: cluster.server,
    headers: {},
    tls: {
      ca: pem(cluster['certificate-authority-data']),
      cert: pem(user['client-certificate-data']),
      key: pem(user['client-key-data']),
    },
  }
}

/** Mounts a ServiceAccount with cluster-admin rights as in a Pod. */
async function identityOf(kubeconfig: string, access: Access, folder: string): Promise<InCluster> {
  const kubectl = (...args: string[]): Promise<string> =>
    output('kubectl', ['--kubeconfig', kubeconfig, ...args])
  const account = 'cluster-inspector-bench'
  const known = await kubectl('get', 'clusterrolebinding', account, '--ignore-not-found', '-o', 'name')
  if (known.trim() === '') {
    await kubectl('create', 'serviceaccount', account, '-n', 'default')
    const admin = ['--clusterrole=cluster-admin', `--serviceaccount=default:${account}`]
    await kubectl('create', 'clusterrolebinding', account, ...admin)
  }
  const token = await kubectl('create', 'token', account, '--duration=24h')
  return asPod(join(folder, 'service-account'), access, token)
}

/**
 * Starts kwok and waits until it has created every node's lease, which keeps an API server busy for a while.
 */
async function startKwok(kubeconfig: string, access: Access, nodes: number): Promise<() => Promise<void>> {
  const config = join(import.meta.dirname, 'kwok.yaml')
  const selector = '--manage-nodes-with-annotation-selector=kwok.x-k8s.io/node=fake'
  const args = [
    '--kubeconfig',
    kubeconfig,
    '--config',
    config,
    '--manage-all-nodes=false',
    `--node-lease-duration-seconds=${LEASE_MS / 1000}`,
    selector,
  ]
  // Lease renewals yield to the measuring processes on their core.
  const idly = ['-c', String(LOAD_CORE), 'chrt', '--idle', '0', 'kwok']
  const child = spawn('taskset', [...idly, ...args], { stdio: 'ignore' })
  const ended = new Promise<undefined>((resolve) => child.once('exit', () => resolve(undefined)))
  const stop = async (): Promise<void> => {
    child.kill()
    await ended
  }
  const upstream = new Upstream(access)
  await until(
    'kwok to have taken the nodes over',
    async () => ((await renewed(upstream)) >= nodes ? true : undefined),
    KWOK_MS,
  ).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  await upstream.close()
  return stop
}

/** Returns the number of nodes whose lease is being renewed. */
async function renewed(upstream: Upstream): Promise<number> {
  const { body } = await upstream.call(
    'GET',
    '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases',
  )
  const { items } = body as { items: { spec: { renewTime?: string } }[] | null }
  const recent = Date.now() - LEASE_MS
  return (items ?? []).filter(({ spec }) => Date.parse(spec.renewTime ?? '') > recent).length
}

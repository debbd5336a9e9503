import { setTimeout as pause } from 'node:timers/promises'
import type { KindCluster } from '../cluster/environment/kind.ts'
import type { Kubectl } from '../cluster/environment/kubectl.ts'
import { output, run } from '../cluster/environment/process.ts'
import type { Fault } from './faults.ts'
import type { Proxy } from './proxy.ts'

const PAUSED_MS = 1500
/** Number of attempts to freeze a node. */
const FREEZES = 5
/**
 * The kubelet backs off longer before each restart of a container, so only a few of these faults fit into a
 * run.
 */
const KILLS = 3
const PKI = '/etc/kubernetes/pki/etcd'
const KEYS = ['--cacert', `${PKI}/ca.crt`, '--cert', `${PKI}/server.crt`, '--key', `${PKI}/server.key`]
/** etcd's JSON gateway to its gRPC API. */
const COMPACTION = 'https://127.0.0.1:2379/v3/kv/compaction'
const API_SERVER = 'labels."io.kubernetes.container.name"==kube-apiserver'

/** Faults of a real control plane: the node is frozen, the API server is killed, etcd is compacted. */
export function controlPlaneFaults({ node }: KindCluster, kubectl: Kubectl, proxy: Proxy): Fault[] {
  const ctr = (...command: string[]) => output('docker', ['exec', node, 'ctr', '-n', 'k8s.io', ...command])
  return [
    {
      name: 'control plane paused',
      most: 20,
      inject: async () => {
        await freeze(node)
        await pause(PAUSED_MS)
        await output('docker', ['unpause', node])
      },
    },
    {
      name: 'API server killed',
      most: KILLS,
      inject: async () => {
        const containers = (await ctr('containers', 'ls', '-q', API_SERVER)).trim().split('\n')
        const running = (await ctr('tasks', 'ls')).split('\n').filter((line) => line.includes('RUNNING'))
        for (const id of containers)
          if (running.some((line) => line.startsWith(id))) await ctr('tasks', 'kill', '-s', 'SIGKILL', id)
      },
    },
    {
      name: 'etcd compacted',
      most: 20,
      inject: async () => {
        // Another fault may have made the API server unavailable; compaction is skipped then.
        const { stdout } = await kubectl.try('get', '--raw', '/api/v1/namespaces?limit=1')
        const revision = /"resourceVersion":"(\d+)"/.exec(stdout.toString())?.[1]
        if (revision === undefined) return
        const asked = ['-sS', ...KEYS, COMPACTION, '-d', JSON.stringify({ revision })]
        await run('docker', ['exec', node, 'curl', ...asked])
        for (const watch of proxy.watches) watch.cut()
      },
    },
    {
      name: 'node stopped and started',
      most: 1,
      inject: async () => {
        await output('docker', ['stop', '--time', '1', node])
        await output('docker', ['start', node])
      },
    },
  ]
}

/**
 * With cgroup v1, freezing fails if processes start faster than they are frozen, and what was frozen is
 * thawed. So it is tried several times.
 */
async function freeze(node: string): Promise<void> {
  for (let tried = 1; tried < FREEZES; tried++) if ((await run('docker', ['pause', node])).code === 0) return
  await output('docker', ['pause', node])
}

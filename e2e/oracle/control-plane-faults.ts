import { setTimeout as pause } from 'node:timers/promises'
import type { KindCluster } from '../kind/cluster/kind.ts'
import type { Kubectl } from '../kind/cluster/kubectl.ts'
import { output } from '../kind/cluster/process.ts'
import type { Fault } from './faults.ts'
import type { Proxy } from './proxy.ts'

const PAUSED_MS = 1500
/** The kubelet waits longer each time before it starts a container that ended: few of these fit into a run. */
const KILLS = 3
const PKI = '/etc/kubernetes/pki/etcd'

/** What happens to a real control plane: it stands still, its API server is killed, its etcd is compacted. */
export function controlPlaneFaults({ node }: KindCluster, kubectl: Kubectl, proxy: Proxy): Fault[] {
  const onNode = (...command: string[]) => output('docker', ['exec', node, ...command])
  const containerOf = async (name: string) => (await onNode('crictl', 'ps', '-q', '--name', name)).trim()
  return [
    {
      name: 'control plane paused',
      most: 20,
      inject: async () => {
        await output('docker', ['pause', node])
        await pause(PAUSED_MS)
        await output('docker', ['unpause', node])
      },
    },
    {
      name: 'API server killed',
      most: KILLS,
      inject: async () => {
        await onNode('crictl', 'stop', '--timeout', '0', await containerOf('kube-apiserver'))
      },
    },
    {
      name: 'etcd compacted',
      most: 20,
      inject: async () => {
        // The API server may be away on account of another fault; then there is nothing to ask it.
        const { stdout } = await kubectl.try('get', '--raw', '/api/v1/namespaces?limit=1')
        const revision = /"resourceVersion":"(\d+)"/.exec(stdout.toString())?.[1]
        if (revision === undefined) return
        const keys = [
          '--cacert',
          `${PKI}/ca.crt`,
          '--cert',
          `${PKI}/server.crt`,
          '--key',
          `${PKI}/server.key`,
        ]
        await onNode('crictl', 'exec', await containerOf('etcd'), 'etcdctl', ...keys, 'compact', revision)
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

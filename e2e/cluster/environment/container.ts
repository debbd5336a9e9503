import type { Pod } from '../../../server/kinds/pods/model.ts'
import { output } from './process.ts'
import { world } from './world.ts'

/** A container of the service's Pods, with access to the kind node that runs it. */
export interface NodeContainer {
  pid: number
  /** Runs a command on the node. */
  onNode: (...command: string[]) => Promise<string>
}

/** Finds a running container, `operator` or `server`, on the node. */
export async function containerOf(pod: Pod, name: string): Promise<NodeContainer> {
  const { kind } = world()
  if (kind === undefined) throw new Error('this is for a kind cluster of ours')
  const onNode = (...command: string[]): Promise<string> => output('docker', ['exec', kind.node, ...command])
  const { containerStatuses, initContainerStatuses } = pod.status ?? {}
  const statuses = [...(containerStatuses ?? []), ...(initContainerStatuses ?? [])]
  const id: unknown = Reflect.get(statuses.find((one) => one.name === name) ?? {}, 'containerID')
  const bare = String(id).replace('containerd://', '')
  const tasks = await onNode('ctr', '-n', 'k8s.io', 'tasks', 'list')
  const line = tasks.split('\n').find((one) => one.startsWith(bare)) ?? ''
  const pid = Number(line.trim().split(/\s+/)[1])
  if (!Number.isInteger(pid)) throw new Error(`container ${name} of ${pod.metadata.name} does not run`)
  return { pid, onNode }
}

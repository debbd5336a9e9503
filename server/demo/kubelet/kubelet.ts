import { type ControllerContext, updateObject } from '../controllers/context.ts'
import { kindNamed } from '../kinds.ts'
import { type KubeObject, timestamp } from '../object.ts'
import type { Store } from '../store.ts'
import type { Node, Pod } from '../types.ts'
import { PodWorker } from './worker.ts'

const pods = kindNamed('pods')
const nodes = kindNamed('nodes')

/** The scheduler and every node's kubelet: brings Pods to life and ends them. */
export function runKubelets(context: ControllerContext): void {
  const { store, clock, pace } = context
  const workers = new Map<string, PodWorker>()
  const sync = (pod: Pod, atStart = false): void => {
    if (!Array.isArray(pod.spec?.containers) || pod.status === undefined || !isOurs(store, pod)) return
    const uid = pod.metadata.uid ?? ''
    const known = workers.get(uid)
    if (known === undefined && (isOver(pod) || (!atStart && isReported(pod)))) return
    const worker = known ?? new PodWorker(context, pod)
    workers.set(uid, worker)
    worker.sync(pod)
  }
  store.subscribe(pods, ({ type, current }) => {
    const pod = current.object as Pod
    const uid = pod.metadata.uid ?? ''
    if (type === 'DELETED') {
      workers.get(uid)?.end()
      workers.delete(uid)
    } else {
      // After the write that is being told, so that changes are told in the order of their versions.
      clock.after(0, () => {
        const now = store.read(pods, pod.metadata.namespace, pod.metadata.name)?.object as Pod | undefined
        if (now?.metadata.uid === uid) sync(now)
      })
    }
  })
  for (const { object } of store.list(pods)) sync(object as Pod, true)
  clock.every(pace.heartbeat, () => beat(context))
}

/** A Pod for another scheduler is not placed here; one on a node that only exists, or is not there, is run by nobody. */
function isOurs(store: Store, { spec }: Pod): boolean {
  if (!spec.nodeName) return (spec['schedulerName'] ?? 'default-scheduler') === 'default-scheduler'
  const node = store.read(nodes, undefined, spec.nodeName)?.object
  return node !== undefined && !isFake(node)
}

function isFake({ metadata }: KubeObject): boolean {
  return metadata.annotations?.['kwok.x-k8s.io/node'] !== undefined
}

/** A Pod that has ended needs no worker until it is deleted. */
function isOver({ metadata, status }: Pod): boolean {
  return (
    metadata.deletionTimestamp === undefined && (status.phase === 'Succeeded' || status.phase === 'Failed')
  )
}

/** A Pod that came with a status of its own was put there by a test, which wants it to stay as it is. */
function isReported({ metadata, status }: Pod): boolean {
  if (metadata.deletionTimestamp !== undefined) return false
  return (
    status.phase !== 'Pending' || status.containerStatuses !== undefined || status.conditions !== undefined
  )
}

/** A kubelet's report: the heartbeat of every condition it still speaks for. */
function beat(context: ControllerContext): void {
  const now = timestamp(context.clock.now())
  for (const { object } of context.store.list(nodes)) {
    const node = object as Node
    const { conditions = [] } = node.status ?? {}
    if (isFake(node)) continue
    if (conditions.some(({ status }) => status === 'Unknown')) continue
    const beaten = conditions.map((condition) => ({ ...condition, lastHeartbeatTime: now }))
    const after = { ...node, status: { ...node.status, conditions: beaten } }
    updateObject(context, nodes, node, after, { manager: 'kubelet', subresource: 'status' })
  }
}

import { type ControllerContext, updateObject } from '../controllers/context.ts'
import { kindNamed } from '../kinds.ts'
import { type KubeObject, timestamp } from '../object.ts'
import type { Store } from '../store.ts'
import type { Node, Pod } from '../types.ts'
import { PodWorker } from './worker.ts'

const pods = kindNamed('pods')
const nodes = kindNamed('nodes')

/** The scheduler and the kubelets of all nodes: start Pods and stop them. */
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
      // Runs after the current write has been reported, so that changes are reported in the order of their
      // versions.
      clock.after(0, () => {
        const now = store.read(pods, pod.metadata.namespace, pod.metadata.name)?.object as Pod | undefined
        if (now?.metadata.uid === uid) sync(now)
      })
    }
  })
  for (const { object } of store.list(pods)) sync(object as Pod, true)
  clock.every(pace.heartbeat, () => beat(context))
}

/**
 * Pods of another scheduler are not scheduled here; Pods on a missing node, or on one without a kubelet, do
 * not run.
 */
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

/** A Pod that was applied with a status stays unchanged: a test wants it that way. */
function isReported({ metadata, status }: Pod): boolean {
  if (metadata.deletionTimestamp !== undefined) return false
  return (
    status.phase !== 'Pending' || status.containerStatuses !== undefined || status.conditions !== undefined
  )
}

/** Sends a kubelet's node status: the heartbeat of every condition that the kubelet still reports. */
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

import { kindNamed } from '../kinds.ts'
import { timestamp } from '../object.ts'
import type { Pod, ReplicaSet, ReplicaSetStatus } from '../types.ts'
import { randomSuffix } from '../writes/decode-object.ts'
import { deletePod } from '../writes/delete.ts'
import { conditionOf } from './conditions.ts'
import { activePods, createOwnedPod } from './owned-pods.ts'
import { type ControllerContext, WorkQueue, controllerKey, splitKey, updateObject } from './context.ts'

const replicaSets = kindNamed('replicasets')
const pods = kindNamed('pods')
const manager = 'kube-controller-manager'
const component = 'replicaset-controller'

/** Keeps the number of Pods that each ReplicaSet wants, and its status. */
export function runReplicaSets(context: ControllerContext): void {
  const { store, clock, pace } = context
  const queue = new WorkQueue(clock, pace.reconcile, (key) =>
    reconcile(context, key, (later) => queue.add(later)),
  )
  store.subscribe(replicaSets, ({ key, type }) => {
    if (type !== 'DELETED') queue.add(key)
  })
  store.subscribe(pods, ({ current }) => {
    const key = controllerKey(current.object, 'ReplicaSet')
    if (key !== undefined) queue.add(key)
  })
  for (const { object } of store.list(replicaSets))
    queue.add(`${object.metadata.namespace}/${object.metadata.name}`)
}

function reconcile(context: ControllerContext, key: string, again: (key: string) => void): void {
  const { store, clock } = context
  const [namespace, name] = splitKey(key)
  const replicaSet = store.read(replicaSets, namespace, name)?.object as ReplicaSet | undefined
  if (replicaSet?.spec?.template === undefined || replicaSet.metadata.deletionTimestamp !== undefined) return
  const active = activePods(context, replicaSet)
  const missing = replicaSet.spec.replicas - active.length
  for (let count = 0; count < missing; count += 1) createPod(context, replicaSet)
  if (missing < 0) {
    const surplus = active.sort((left, right) => rank(left) - rank(right)).slice(0, -missing)
    for (const pod of surplus) {
      deletePod(context, pod)
      const message = `Deleted pod: ${pod.metadata.name}`
      context.recorder.record({
        object: replicaSet,
        type: 'Normal',
        reason: 'SuccessfulDelete',
        message,
        component,
      })
    }
  }
  const status = replicaSetStatus(replicaSet, activePods(context, replicaSet), clock.now())
  const fresh = store.read(replicaSets, namespace, name)?.object
  if (fresh !== undefined) {
    updateObject(context, replicaSets, fresh, { ...fresh, status }, { manager, subresource: 'status' })
  }
  const waiting = (status.readyReplicas ?? 0) - (status.availableReplicas ?? 0)
  if (waiting > 0) clock.after(1000, () => again(key))
}

/**
 * Ranks Pods for deletion: not scheduled first, then not running, not ready, and the newest
 * (ActivePodsWithRanks).
 */
function rank({ spec, status, metadata }: Pod): number {
  const age = Date.parse(metadata.creationTimestamp ?? '') / 1e13
  if ((spec.nodeName ?? '') === '') return 0 - age
  if (status.phase !== 'Running') return 10 - age
  return (conditionOf(status.conditions, 'Ready')?.status === 'True' ? 30 : 20) - age
}

function createPod(context: ControllerContext, replicaSet: ReplicaSet): void {
  const generateName = `${replicaSet.metadata.name}-`
  const { metadata, spec } = replicaSet.spec.template
  const names = { name: `${generateName}${randomSuffix()}`, generateName }
  const pod = createOwnedPod(context, replicaSet, { ...metadata, ...names }, spec)
  const message = `Created pod: ${pod.metadata.name}`
  context.recorder.record({
    object: replicaSet,
    type: 'Normal',
    reason: 'SuccessfulCreate',
    message,
    component,
  })
}

/**
 * Computes the counts of a ReplicaSet's status (calculateStatus); zero counts other than replicas are
 * omitted, as omitempty does.
 */
export function replicaSetStatus(
  replicaSet: ReplicaSet,
  active: readonly Pod[],
  now: number,
): ReplicaSetStatus {
  const wait = (replicaSet.spec.minReadySeconds ?? 0) * 1000
  const ready = active
    .map(({ status }) => conditionOf(status.conditions, 'Ready'))
    .filter((found) => found?.status === 'True')
  const available = ready.filter(
    (found) => wait === 0 || Date.parse(found?.lastTransitionTime ?? timestamp(now)) + wait <= now,
  )
  const counts = {
    fullyLabeledReplicas: active.length,
    readyReplicas: ready.length,
    availableReplicas: available.length,
  }
  return {
    replicas: active.length,
    ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
    observedGeneration: replicaSet.metadata.generation ?? 1,
  }
}

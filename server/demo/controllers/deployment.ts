import { isDeepStrictEqual } from 'node:util'
import { kindNamed } from '../kinds.ts'
import type { Deployment, ReplicaSet } from '../types.ts'
import { conditionOf, isComplete, setCondition } from './conditions.ts'
import {
  type ControllerContext,
  WorkQueue,
  controlledBy,
  controllerKey,
  splitKey,
  updateObject,
} from './context.ts'
import { deploymentStatus } from './deployment-status.ts'
import { createReplicaSet, isOf, revisionAnnotation, revisionOf, scale } from './revision.ts'
import { type Sized, newReplicas, oldReplicas, resolveFenceposts } from './rollout.ts'

const deployments = kindNamed('deployments')
const replicaSets = kindNamed('replicasets')
const manager = 'kube-controller-manager'

/** Rolls each Deployment out to its template and updates its status. */
export function runDeployments(context: ControllerContext): void {
  const { store, clock, pace } = context
  const queue = new WorkQueue(clock, pace.reconcile, (key) => {
    const waitMs = reconcile(context, key)
    if (waitMs !== undefined) clock.after(waitMs, () => queue.add(key))
  })
  store.subscribe(deployments, ({ key, type }) => {
    if (type !== 'DELETED') queue.add(key)
  })
  store.subscribe(replicaSets, ({ current }) => {
    const key = controllerKey(current.object, 'Deployment')
    if (key !== undefined) queue.add(key)
  })
  for (const { object } of store.list(deployments))
    queue.add(`${object.metadata.namespace}/${object.metadata.name}`)
}

/**
 * Runs one reconciliation. Returns the time until the progress deadline has to be checked, if there is one.
 */
function reconcile(context: ControllerContext, key: string): number | undefined {
  const { store, clock } = context
  const [namespace, name] = splitKey(key)
  const found = store.read(deployments, namespace, name)?.object as Deployment | undefined
  if (found?.spec?.template === undefined || found.metadata.deletionTimestamp !== undefined) return undefined
  const deployment = syncPaused(context, found)
  const owned = (): ReplicaSet[] =>
    controlledBy(store, replicaSets, deployment)
      .map(({ object }) => object as ReplicaSet)
      .sort((left, right) => revisionOf(left) - revisionOf(right))
  let current = owned().find((candidate) => isOf(candidate, deployment))
  if (current === undefined && deployment.spec.paused !== true) {
    current = createReplicaSet(context, deployment, owned())
  } else if (current !== undefined && deployment.spec.paused !== true) {
    adopt(context, deployment, current, owned())
  }
  roll(context, deployment, current, owned())
  const sets = owned()
  const fresh = store.read(deployments, namespace, name)?.object as Deployment | undefined
  if (fresh === undefined) return undefined
  const status = deploymentStatus(
    fresh,
    sets,
    sets.find((candidate) => isOf(candidate, fresh)),
    clock.now(),
  )
  updateObject(context, deployments, fresh, { ...fresh, status }, { manager, subresource: 'status' })
  if (isComplete(fresh, status)) cleanUp(context, fresh, sets)
  const progress = conditionOf(status.conditions, 'Progressing')
  const settled =
    progress?.reason === 'NewReplicaSetAvailable' || progress?.reason === 'ProgressDeadlineExceeded'
  return settled || fresh.spec.paused === true
    ? undefined
    : (fresh.spec.progressDeadlineSeconds ?? 600) * 1000 + 1000
}

/** Updates the conditions if a Deployment was paused or resumed (checkPausedConditions). */
function syncPaused(context: ControllerContext, deployment: Deployment): Deployment {
  const { status, spec } = deployment
  const said = conditionOf(status.conditions, 'Progressing')
  const paused = spec.paused === true
  if (said?.reason === 'ProgressDeadlineExceeded' || paused === (said?.reason === 'DeploymentPaused'))
    return deployment
  const wanted = {
    type: 'Progressing',
    status: 'Unknown',
    reason: paused ? 'DeploymentPaused' : 'DeploymentResumed',
    message: paused ? 'Deployment is paused' : 'Deployment is resumed',
  } as const
  const conditions = setCondition(status.conditions ?? [], wanted, context.clock.now())
  const after = { ...deployment, status: { ...status, conditions } }
  return updateObject(context, deployments, deployment, after, {
    manager,
    subresource: 'status',
  }) as Deployment
}

/** Makes an existing ReplicaSet of the same template the newest revision, as in a rollback. */
function adopt(
  context: ControllerContext,
  deployment: Deployment,
  current: ReplicaSet,
  all: readonly ReplicaSet[],
): void {
  const newest = Math.max(...all.map(revisionOf))
  const revision = String(revisionOf(current) === newest ? newest : newest + 1)
  const renumbered = { ...current.metadata.annotations, [revisionAnnotation]: revision }
  if (!isDeepStrictEqual(renumbered, current.metadata.annotations)) {
    const after = { ...current, metadata: { ...current.metadata, annotations: renumbered } }
    updateObject(context, replicaSets, current, after, { manager })
  }
  const annotations = { ...deployment.metadata.annotations, [revisionAnnotation]: revision }
  const after = { ...deployment, metadata: { ...deployment.metadata, annotations } }
  updateObject(context, deployments, deployment, after, { manager })
}

function roll(
  context: ControllerContext,
  deployment: Deployment,
  current: ReplicaSet | undefined,
  all: readonly ReplicaSet[],
): void {
  const { replicas: desired, strategy, paused } = deployment.spec
  const old = all.filter(({ metadata }) => metadata.uid !== current?.metadata.uid)
  if (paused === true || current === undefined) {
    // A paused Deployment is scaled but not rolled out: the newest ReplicaSet with Pods takes the difference.
    const active = all.filter(({ spec }) => spec.replicas > 0)
    const only = active.at(-1) ?? all.at(-1)
    if (active.length <= 1 && only !== undefined) scale(context, deployment, only, desired)
    return
  }
  if (strategy.type === 'Recreate') {
    for (const set of old) scale(context, deployment, set, 0)
    if (old.every(({ status }) => (status.replicas ?? 0) === 0)) scale(context, deployment, current, desired)
    return
  }
  const { maxSurge = '25%', maxUnavailable = '25%' } = strategy.rollingUpdate ?? {}
  const { surge, unavailable } = resolveFenceposts(maxSurge, maxUnavailable, desired)
  const grown = newReplicas(desired, surge, sized(current), all.map(sized))
  if (grown !== current.spec.replicas) {
    scale(context, deployment, current, grown)
    return
  }
  const sizes = oldReplicas(desired, unavailable, sized(current), old.map(sized))
  old.forEach((set, index) => scale(context, deployment, set, sizes[index] ?? 0))
}

function sized({ spec, status }: ReplicaSet): Sized {
  return { replicas: spec.replicas, available: status.availableReplicas ?? 0 }
}

/** Deletes old ReplicaSets without Pods beyond spec.revisionHistoryLimit. */
function cleanUp({ store }: ControllerContext, { spec }: Deployment, all: readonly ReplicaSet[]): void {
  const empty = all.filter((set) => set.spec.replicas === 0 && (set.status.replicas ?? 0) === 0)
  const limit = spec.revisionHistoryLimit ?? 10
  for (const { metadata } of empty.slice(0, Math.max(empty.length - limit, 0))) {
    store.remove(replicaSets, metadata.namespace, metadata.name)
  }
}

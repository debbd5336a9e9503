import { timestamp } from '../object.ts'
import type { Condition, Deployment, DeploymentStatus } from '../types.ts'

/** Returns the condition of a type, if present. */
export function conditionOf(
  conditions: readonly Condition[] | undefined,
  type: string,
): Condition | undefined {
  return conditions?.find((condition) => condition.type === type)
}

/**
 * Sets a Deployment condition: with the same status and reason it stays unchanged, with the same status it
 * keeps its transition time (SetDeploymentCondition). `force` updates a condition with the same content, as
 * progress does.
 */
export function setCondition(
  conditions: readonly Condition[],
  wanted: Pick<Condition, 'type' | 'status' | 'reason' | 'message'>,
  now: number,
  force = false,
): Condition[] {
  const current = conditionOf(conditions, wanted.type)
  if (!force && current?.status === wanted.status && current.reason === wanted.reason) return [...conditions]
  const time = timestamp(now)
  const condition: Condition = {
    ...wanted,
    lastUpdateTime: time,
    lastTransitionTime: current?.status === wanted.status ? current.lastTransitionTime : time,
  }
  return [...conditions.filter(({ type }) => type !== wanted.type), condition]
}

/** DeploymentComplete: all replicas are updated and available, and no old ones are left. */
export function isComplete({ spec, metadata }: Deployment, status: DeploymentStatus): boolean {
  return (
    (status.updatedReplicas ?? 0) === spec.replicas &&
    (status.replicas ?? 0) === spec.replicas &&
    (status.availableReplicas ?? 0) === spec.replicas &&
    (status.observedGeneration ?? 0) >= (metadata.generation ?? 0)
  )
}

/** DeploymentProgressing: more updated, ready or available replicas than before, or fewer old ones. */
export function isProgressing(before: DeploymentStatus, after: DeploymentStatus): boolean {
  const old = ({ replicas = 0, updatedReplicas = 0 }: DeploymentStatus): number => replicas - updatedReplicas
  return (
    (after.updatedReplicas ?? 0) > (before.updatedReplicas ?? 0) ||
    old(after) < old(before) ||
    (after.readyReplicas ?? 0) > (before.readyReplicas ?? 0) ||
    (after.availableReplicas ?? 0) > (before.availableReplicas ?? 0)
  )
}

/**
 * Returns the conditions that the deployment controller writes with new counts (syncRolloutStatus,
 * calculateStatus).
 */
export function deploymentConditions(
  deployment: Deployment,
  counts: DeploymentStatus,
  unavailable: number,
  newReplicaSet: string | undefined,
  now: number,
): Condition[] {
  const { spec, status: before } = deployment
  const available = (counts.availableReplicas ?? 0) >= spec.replicas - unavailable
  let conditions = setCondition(before.conditions ?? [], available ? enough : tooFew, now)
  const progress = conditionOf(conditions, 'Progressing')
  if (
    (counts.replicas ?? 0) === (counts.updatedReplicas ?? 0) &&
    progress?.reason === 'NewReplicaSetAvailable'
  ) {
    return conditions
  }
  if (spec.paused === true) return conditions
  const subject =
    newReplicaSet === undefined ? `Deployment "${deployment.metadata.name}"` : `ReplicaSet "${newReplicaSet}"`
  const say = (status: 'True' | 'False', reason: string, message: string, force = false): Condition[] =>
    setCondition(
      conditions,
      { type: 'Progressing', status, reason, message: `${subject} ${message}` },
      now,
      force,
    )
  if (isComplete(deployment, counts)) {
    conditions = say('True', 'NewReplicaSetAvailable', 'has successfully progressed.')
  } else if (isProgressing(before, counts)) {
    conditions = say('True', 'ReplicaSetUpdated', 'is progressing.', true)
  } else if (timedOut(spec.progressDeadlineSeconds ?? 600, progress, now)) {
    conditions = say('False', 'ProgressDeadlineExceeded', 'has timed out progressing.')
  }
  return conditions
}

const enough = {
  type: 'Available',
  status: 'True',
  reason: 'MinimumReplicasAvailable',
  message: 'Deployment has minimum availability.',
} as const

const tooFew = {
  type: 'Available',
  status: 'False',
  reason: 'MinimumReplicasUnavailable',
  message: 'Deployment does not have minimum availability.',
} as const

function timedOut(seconds: number, progress: Condition | undefined, now: number): boolean {
  if (progress === undefined || progress.reason === 'NewReplicaSetAvailable') return false
  if (progress.reason === 'ProgressDeadlineExceeded') return true
  return now > Date.parse(progress.lastUpdateTime ?? progress.lastTransitionTime) + seconds * 1000
}

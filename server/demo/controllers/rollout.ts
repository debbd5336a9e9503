/** A ReplicaSet's size, as an input of the rollout calculation. */
export interface Sized {
  /** The `spec.replicas` of the ReplicaSet. */
  replicas: number
  available: number
}

/**
 * Resolves maxSurge and maxUnavailable to numbers of Pods: surge rounds up, unavailable rounds down, and if
 * both are 0, unavailable is 1.
 */
export function resolveFenceposts(
  maxSurge: number | string,
  maxUnavailable: number | string,
  desired: number,
): { surge: number; unavailable: number } {
  const surge = scaled(maxSurge, desired, Math.ceil)
  const unavailable = Math.min(scaled(maxUnavailable, desired, Math.floor), desired)
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable }
}

function scaled(value: number | string, of: number, round: (value: number) => number): number {
  if (typeof value === 'number') return value
  const percent = /^(\d+)%$/.exec(value)
  return percent === null ? Number(value) : round((Number(percent[1]) * of) / 100)
}

/**
 * Returns the size that the new ReplicaSet may have now, so that the total never exceeds desired plus surge
 * (NewRSNewReplicas).
 */
export function newReplicas(desired: number, surge: number, current: Sized, all: readonly Sized[]): number {
  if (current.replicas >= desired) return desired
  const room = desired + surge - total(all)
  if (room <= 0) return current.replicas
  return current.replicas + Math.min(room, desired - current.replicas)
}

/**
 * Returns the sizes that old ReplicaSets (oldest first) may have now: unhealthy Pods go first, then as many
 * as availability allows (reconcileOldReplicaSets).
 */
export function oldReplicas(
  desired: number,
  unavailable: number,
  current: Sized,
  old: readonly Sized[],
): number[] {
  const sizes = old.map(({ replicas }) => replicas)
  const minimum = desired - unavailable
  const newUnavailable = current.replicas - current.available
  let removable = total([...old, current]) - minimum - newUnavailable
  if (total(old) === 0 || removable <= 0) return sizes
  old.forEach(({ replicas, available }, index) => {
    const unhealthy = Math.min(removable, Math.max(replicas - available, 0))
    sizes[index] = replicas - unhealthy
    removable -= unhealthy
  })
  let spare = current.available + old.reduce((sum, { available }) => sum + available, 0) - minimum
  sizes.forEach((size, index) => {
    const fewer = Math.min(size, Math.max(spare, 0))
    sizes[index] = size - fewer
    spare -= fewer
  })
  return sizes
}

function total(sets: readonly Sized[]): number {
  return sets.reduce((sum, { replicas }) => sum + replicas, 0)
}

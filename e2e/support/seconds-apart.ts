let readings = 0

/**
 * A wall clock whose readings are at least a second apart, for tests that restart a Deployment more than once: a second restart
 * within one second is refused. All services of a run share it, so that a later service has a later time.
 */
export function secondsApart(): number {
  return Date.now() + 1000 * readings++
}

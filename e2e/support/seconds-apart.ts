/**
 * Returns a wall clock whose readings are at least a second apart, for tests that restart a Deployment more than once: a second
 * restart within one second is refused. Services of one demo cluster share it, so that a later service has a later time. It
 * runs ahead of the real time, so each file has its own: sessions expire by it.
 */
export function secondsApart(): () => number {
  let readings = 0
  return () => Date.now() + 1000 * readings++
}

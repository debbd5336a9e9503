import { setImmediate as nextTurn } from 'node:timers/promises'

/** Waits for this many turns of the event loop; code that waits for a turn runs in each of them. */
export async function tick(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn()
}

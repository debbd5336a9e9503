import { setImmediate as nextTurn } from 'node:timers/promises'

/** Lets so many turns of the event loop pass, in each of which whoever waits for one goes on. */
export async function tick(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn()
}

import { setTimeout as pause } from 'node:timers/promises'
import { errorMessage } from '../../server/core/errors.ts'

/**
 * Waits until `look` returns something other than undefined, up to a deadline in milliseconds. It is called
 * again soon at first, then every 50 ms; one that takes longer, such as a kubectl, rests as long as it took, since what it
 * waits for needs the same cores. If the deadline passes, the message contains the error of the last call.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  deadlineMs = 60_000,
): Promise<T> {
  const end = performance.now() + deadlineMs
  let reason = 'not within the time limit'
  for (let wait = 2; ; wait = Math.min(wait * 2, 50)) {
    const since = performance.now()
    try {
      const found = await look()
      if (found !== undefined) return found
      reason = 'not within the time limit'
    } catch (error) {
      reason = errorMessage(error)
    }
    const now = performance.now()
    if (now > end) throw new Error(`waited ${deadlineMs} ms for ${what}: ${reason}`)
    await pause(Math.max(wait, now - since))
  }
}

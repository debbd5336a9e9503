import type { Response } from 'express'
import { background } from '../../core/background.ts'

/** Runs a callback once after a delay; the returned function cancels it. */
export type SetTimer = (milliseconds: number, run: () => void) => () => void

/**
 * Closes an open response when its caller loses the right to it, checked at an interval until the returned
 * function is called. The broken connection is visible to the client, while a clean end would look like a
 * complete log.
 */
export function closeWhenRevoked(
  stays: () => Promise<boolean>,
  response: Response,
  { everyMs, after }: { everyMs: number; after: SetTimer },
): () => void {
  let cancel: () => void
  const check = async (): Promise<void> => {
    if (await stays()) later()
    else response.destroy()
  }
  const later = (): void => {
    if (!response.destroyed)
      cancel = after(everyMs, () =>
        background('the check of an open response', check, () => response.destroy()),
      )
  }
  later()
  return () => cancel()
}

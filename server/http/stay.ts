import type { Response } from 'express'

/** Runs something once after so many milliseconds, unless what it returns is called before. */
export type After = (milliseconds: number, run: () => void) => () => void

/**
 * Cuts an answer that stays open when its caller may not stay any more; that is asked every so many milliseconds until what is
 * returned is called. A cut is seen for what it is, where an end would look like the whole of a log.
 */
export function cutUnless(
  stays: () => Promise<boolean>,
  response: Response,
  { everyMs, after }: { everyMs: number; after: After },
): () => void {
  let cancel: () => void
  const look = async (): Promise<void> => {
    if (await stays()) later()
    else response.destroy()
  }
  const later = (): void => {
    if (!response.destroyed) cancel = after(everyMs, () => void look())
  }
  later()
  return () => cancel()
}

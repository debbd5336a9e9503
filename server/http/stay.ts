import type { Response } from 'express'

const LOOK_MS = 30_000

/** Runs something once after so many milliseconds, unless what it returns is called before. */
export type After = (milliseconds: number, run: () => void) => () => void

/**
 * Cuts an answer that stays open when its caller would not be let in any more; that is asked every 30 s until
 * what is returned is called. A cut is seen for what it is, where an end would look like the whole of a log.
 */
export function stayWhileAdmitted(
  response: Response,
  after: After,
  admitted: () => Promise<boolean>,
): () => void {
  let cancel: () => void
  const look = async (): Promise<void> => {
    if (await admitted()) later()
    else response.destroy()
  }
  const later = (): void => {
    if (!response.destroyed) cancel = after(LOOK_MS, () => void look())
  }
  later()
  return () => cancel()
}

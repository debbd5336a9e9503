/** Time as what runs for long sees it; tests pass one they turn by hand. */
export interface Time {
  /** Milliseconds of a clock that only goes forward. */
  now(): number
  /** Runs something once after so many milliseconds, unless what is returned is called before. */
  after(milliseconds: number, run: () => void): () => void
  /** A number from 0 up to, not including, 1. */
  random(): number
}

/** The machine's own time; its timers keep no process alive. */
export const systemTime: Time = {
  now: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds).unref()
    return () => clearTimeout(timer)
  },
  random: Math.random,
}

/** Waits so many milliseconds, or until the signal fires; it never rejects. */
export function pause(time: Time, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve()
      return
    }
    const done = (): void => {
      cancel()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const cancel = time.after(milliseconds, done)
    signal.addEventListener('abort', done)
  })
}

import { background } from './background.ts'

/** Clock and timers of long-running parts; tests substitute a manual one. */
export interface Clock {
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** Runs a callback once after a delay; the returned function cancels it. */
  after(milliseconds: number, run: () => void): () => void
  /** Returns a number from 0 up to, not including, 1. */
  random(): number
}

/** Longest delay of a timer of Node, which runs one with a longer delay at once. */
const MAX_DELAY_MS = 2 ** 31 - 1

/** The system's clock and timers; its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(() => background('a timer', run), Math.min(milliseconds, MAX_DELAY_MS)).unref()
    return () => clearTimeout(timer)
  },
  random: Math.random,
}

/** Waits for a time, or until the signal fires; never rejects. */
export function pause(time: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
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

/** Runs work with a signal that fires after a time. */
export async function withTimeLimit<T>(
  time: Clock,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  const cancel = time.after(milliseconds, () => late.abort())
  try {
    return await work(late.signal)
  } finally {
    cancel()
  }
}

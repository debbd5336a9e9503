import { systemClock, type Clock } from '../../server/core/clock.ts'

/** Returns a clock that runs faster than the machine's by a factor. */
export function hurriedBy(factor: number): Clock {
  return {
    now: () => systemClock.now() * factor,
    after: (milliseconds, run) => systemClock.after(milliseconds / factor, run),
    random: () => systemClock.random(),
  }
}

/** 100 times as fast: a watch that is silent for 90 s is detected within a second. */
export const hurried = hurriedBy(100)

/**
 * 5 times as fast, for three reasons. On a busy machine the headers of a stream may take 100 ms, and a watch
 * without headers yet has not been cut. State that is kept for minutes has to outlast a list. No watch may be
 * mistaken for a silent one.
 */
export const unhurried = hurriedBy(5)

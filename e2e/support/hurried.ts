import { systemClock, type Clock } from '../../server/core/clock.ts'

/** Returns a clock that runs faster than the machine's by a factor; slower, so that nothing expires on a busy machine, below one. */
export function hurriedBy(factor: number): Clock {
  return {
    now: () => systemClock.now() * factor,
    after: (milliseconds, run) => systemClock.after(milliseconds / factor, run),
    random: () => systemClock.random(),
  }
}

import { systemClock, type Clock } from '../../server/core/clock.ts'

/** Time that passes so many times as fast as it does. */
export function hurriedBy(factor: number): Clock {
  return {
    now: () => systemClock.now() * factor,
    after: (milliseconds, run) => systemClock.after(milliseconds / factor, run),
    random: () => systemClock.random(),
  }
}

/** A hundred times: silence of a minute and a half shows within a second. */
export const hurried = hurriedBy(100)

/**
 * In less of a hurry: on a busy machine the header of a stream may take 100 ms, and a stream without one was not cut; what is
 * remembered of a cluster for minutes is to outlast a list; and no watch is to be taken for silent by mistake.
 */
export const unhurried = hurriedBy(5)

import { systemTime, type Time } from '../../server/kube/time.ts'

/** Time that passes so many times as fast as it does. */
export function hurriedBy(factor: number): Time {
  return {
    now: () => systemTime.now() * factor,
    after: (milliseconds, run) => systemTime.after(milliseconds / factor, run),
    random: () => systemTime.random(),
  }
}

/** A hundred times: silence of a minute and a half shows within a second. */
export const hurried = hurriedBy(100)

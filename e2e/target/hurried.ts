import { systemTime, type Time } from '../../server/kube/time.ts'

/** Time that passes a hundred times as fast: silence of a minute and a half shows within a second. */
export const hurried: Time = {
  now: () => systemTime.now() * 100,
  after: (milliseconds, run) => systemTime.after(milliseconds / 100, run),
  random: () => systemTime.random(),
}

import type { ContainerState } from './schema.ts'
import { truncateToSeconds } from '../../core/formats/timestamp.ts'
import type { ContainerState as Reported } from './model.ts'
import { omitEmpty } from '../shared/omit-empty.ts'

/** Projects a container's state; undefined if the kubelet has not reported one. */
export function containerState(reported: Reported | null | undefined): ContainerState | undefined {
  const { running, waiting, terminated } = reported ?? {}
  if (running) return { running: omitEmpty({ startedAt: truncateToSeconds(running.startedAt) }) }
  if (terminated)
    return {
      terminated: omitEmpty({
        exitCode: terminated.exitCode,
        signal: terminated.signal,
        reason: terminated.reason,
        message: terminated.message,
        startedAt: truncateToSeconds(terminated.startedAt),
        finishedAt: truncateToSeconds(terminated.finishedAt),
      }),
    }
  if (waiting) return { waiting: omitEmpty({ reason: waiting.reason, message: waiting.message }) }
  return undefined
}

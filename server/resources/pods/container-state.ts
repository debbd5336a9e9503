import type { ContainerState } from '../../contract/pod.ts'
import { wholeSeconds } from '../../grammar/timestamp.ts'
import type { ContainerState as Reported } from '../../kube/pod-object.ts'
import { present } from '../present.ts'

/** A container's state as the contract shows it; undefined where the kubelet says nothing. */
export function containerState(reported: Reported | null | undefined): ContainerState | undefined {
  const { running, waiting, terminated } = reported ?? {}
  if (running) return { running: present({ startedAt: wholeSeconds(running.startedAt) }) }
  if (terminated)
    return {
      terminated: present({
        exitCode: terminated.exitCode,
        signal: terminated.signal,
        reason: terminated.reason,
        message: terminated.message,
        startedAt: wholeSeconds(terminated.startedAt),
        finishedAt: wholeSeconds(terminated.finishedAt),
      }),
    }
  if (waiting) return { waiting: present({ reason: waiting.reason, message: waiting.message }) }
  return undefined
}

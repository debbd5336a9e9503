import { constants } from 'node:os'
import type { Event } from '../kinds/events/model.ts'
import { pods } from '../kinds/pods/kind.ts'
import type { ContainerStateTerminated, Pod } from '../kinds/pods/model.ts'
import { containersOf, type PodContainer } from './containers.ts'
import type { Facts } from './facts.ts'

/** Time of a run after which the kubelet starts its back-off anew. Source: k8s.io/kubernetes/pkg/kubelet, backOffPeriod and MaxContainerBackOff. */
export const LONG_RUN_MS = 10 * 60_000

/** A container with the end of its last run. */
export interface EndedContainer extends PodContainer {
  readonly end: ContainerStateTerminated
  /** The field that the end is in. */
  readonly endField: `status.${string}`
  /** Whether the container runs again. */
  readonly isRunning: boolean
}

/**
 * Returns the containers whose last run ended, other than as it should: those that wait for their next run, that are not run again, or
 * that run again for less than ten minutes.
 */
export function endedContainers(pod: Pod, facts: Facts): readonly EndedContainer[] {
  return containersOf(pod).flatMap((container): EndedContainer[] => {
    const { state, lastState } = container.status
    const end = state?.terminated ?? lastState?.terminated
    if (!end || isDone(pod, container)) return []
    const isRunning = Boolean(state?.running)
    if (isRunning && facts.elapsed(end.finishedAt, LONG_RUN_MS)) return []
    const endField = `${container.field}.${state?.terminated ? 'state' : 'lastState'}.terminated` as const
    return [{ ...container, end, endField, isRunning }]
  })
}

/** Whether a container has ended for good, and well. */
function isDone({ spec }: Pod, { status, spec: own, isInit }: PodContainer): boolean {
  if (status.state?.terminated?.exitCode !== 0) return false
  return isInit ? own?.restartPolicy !== 'Always' : spec?.restartPolicy !== 'Always'
}

/** Whether a container ends and is run again, time after time. */
export function isRestartedAgainAndAgain({ status, end, isRunning }: EndedContainer): boolean {
  const { restartCount = 0, state } = status
  if (restartCount === 0) return false
  if (state?.waiting?.reason === 'CrashLoopBackOff') return true
  const ranFor = Date.parse(end.finishedAt ?? '') - Date.parse(end.startedAt ?? '')
  if (isRunning) return restartCount > 2 && ranFor < LONG_RUN_MS
  return Boolean(state?.terminated)
}

/** Reasons of runtimes for a program that could not be started. Source: containerd and cri-o, CRI ContainerStatus. */
const START_FAILURES: ReadonlySet<string> = new Set(['StartError', 'ContainerCannotRun'])
/** Exit codes of shells for a program that may not be executed, or is not there. Source: POSIX, 2.8.2 Exit Status for Commands. */
const NOT_EXECUTABLE: ReadonlySet<number> = new Set([126, 127])

/** Whether the runtime said that a program could not be started. */
export function isStartFailure({ reason = '' }: ContainerStateTerminated): boolean {
  return START_FAILURES.has(reason)
}

/** Whether a program could not be run, in the words of the runtime or by the exit code of a shell. */
export function couldNotRun(end: ContainerStateTerminated): boolean {
  return isStartFailure(end) || NOT_EXECUTABLE.has(end.exitCode)
}

/** A probe that the kubelet restarts a container for. */
export interface FailedProbe {
  readonly probe: 'liveness' | 'startup'
  /** The Event that says so. */
  readonly killing: Event
}

/** Returns the probe for which the kubelet ended the last run of a container. Source: k8s.io/kubernetes/pkg/kubelet/kuberuntime, computePodActions. */
export function failedProbe(
  pod: Pod,
  { status: { name } }: PodContainer,
  facts: Facts,
): FailedProbe | undefined {
  for (const killing of facts.optional(() => facts.events(pods, pod)) ?? []) {
    if (killing.reason !== 'Killing' || !isOfContainer(killing, name)) continue
    const [, probe] = /failed (liveness|startup) probe, will be restarted/.exec(killing.message ?? '') ?? []
    if (probe === 'liveness' || probe === 'startup') return { probe, killing }
  }
  return undefined
}

/** Returns the time since which the kubelet backs off before it runs a container again, else that of the end. */
export function backOffSince(
  pod: Pod,
  { status: { name }, end }: EndedContainer,
  facts: Facts,
): string | null {
  const backOff = facts
    .optional(() => facts.events(pods, pod))
    ?.find((event) => event.reason === 'BackOff' && isOfContainer(event, name))
  return backOff?.firstTimestamp ?? end.finishedAt ?? null
}

/** Whether an Event is about this container of its Pod. Source: k8s.io/kubernetes/pkg/kubelet/container, GenerateContainerRef. */
export function isOfContainer({ involvedObject }: Event, name: string): boolean {
  return involvedObject?.fieldPath?.endsWith(`{${name}}`) === true
}

/** Returns the subject of a sentence: `Container "app"` or `Init container "migrate"`. */
export function nameOfContainer({ status: { name }, isInit }: PodContainer): string {
  return `${isInit ? 'Init container' : 'Container'} "${name}"`
}

/** Returns a sentence about the restarts of a container, after a space; empty without any. */
export function restartsText({ status: { restartCount = 0 } }: PodContainer): string {
  if (restartCount === 0) return ''
  return ` It was restarted ${restartCount === 1 ? 'once' : `${restartCount} times`}.`
}

/** Returns an exit code in words: `exit code 137 (SIGKILL)`. */
export function exitText({ exitCode, signal = 0 }: ContainerStateTerminated): string {
  const number = signal > 0 ? signal : exitCode - 128
  const name = Object.entries(constants.signals).find(([, one]) => one === number)?.[0]
  return `exit code ${exitCode}${name === undefined ? '' : ` (${name})`}`
}

/** Returns the end of a run as evidence shows it. */
export function endText({ reason = '', exitCode, message = '' }: ContainerStateTerminated): string {
  return [reason, `exitCode ${exitCode}`, message].filter((part) => part !== '').join(': ')
}

/** Returns the seconds that a run took; undefined for one that did not start. */
export function secondsOfRun({ startedAt, finishedAt }: ContainerStateTerminated): number | undefined {
  const [start, end] = [Date.parse(startedAt ?? ''), Date.parse(finishedAt ?? '')]
  return start > 0 && end >= start ? Math.round((end - start) / 1000) : undefined
}

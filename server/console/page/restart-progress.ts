import type { Body } from './api.ts'

type OwnedPods = Body<'listReplicaSetPods'>['pods']

/** Progress of a restart, as the page shows it. */
export interface RestartProgress {
  readonly text: string
  readonly isDone: boolean
  /** Share of the Pods that are new and available, in percent. */
  readonly percent: number
  /** Name of the Pod that replaces a restarted one. */
  readonly successor?: string
}

/** Counts of a workload's Pods; Deployments and StatefulSets have them in `replicas`. */
interface Counts {
  readonly desired: number
  readonly updated: number
  readonly available: number
}

/** Returns the progress of a workload's restart, from a detail that was read after it. */
export function workloadProgress(detail: unknown): RestartProgress {
  const { status, replicas } = detail as { status: string; replicas?: Counts }
  const { desired, updated, available } = replicas ?? (detail as Counts)
  if (status === 'Available')
    return { text: `All Pods are available: ${available} of ${desired}.`, isDone: true, percent: 100 }
  const percent = desired === 0 ? 0 : Math.floor((100 * Math.min(updated, available)) / desired)
  return {
    text: `${status}: ${updated} of ${desired} Pods have the new template, ${available} are available.`,
    isDone: false,
    percent,
  }
}

/** Returns the identities of an owner's Pods. */
export function identitiesOf(pods: OwnedPods): ReadonlySet<string> {
  return new Set(pods.map(identityOf))
}

/** Identity of a Pod among those of its owner: a StatefulSet gives its Pods the names of earlier ones. */
function identityOf({ name, createdAt }: OwnedPods[number]): string {
  return `${name} ${createdAt}`
}

/** Returns the progress of a Pod's restart: its successor is a Pod of its owner that did not exist before. */
export function podProgress(name: string, before: ReadonlySet<string>, pods: OwnedPods): RestartProgress {
  const isEarlier = (one: OwnedPods[number]) => before.has(identityOf(one))
  const isLeaving = pods.some((one) => one.name === name && isEarlier(one))
  const successor = pods.find((one) => !isEarlier(one))
  if (successor === undefined)
    return {
      text: isLeaving ? 'The Pod is being stopped.' : 'No other Pod exists yet.',
      isDone: false,
      percent: 0,
    }
  const isReady = successor.containers.length > 0 && successor.containers.every(({ ready }) => ready)
  const isDone = isReady && !isLeaving
  return {
    text: isDone
      ? `Pod ${successor.name} is ready and takes its place.`
      : `Pod ${successor.name} takes its place: ${successor.status}.${isLeaving ? ' The earlier one is being stopped.' : ''}`,
    isDone,
    percent: isDone ? 100 : 50,
    successor: successor.name,
  }
}

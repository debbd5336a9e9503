import { transitions as kinds, type AlertTransition, type Transition } from './alert.ts'
import type { AlertTiming } from './timing.ts'

/** Transitions of one kind within the storm window above which they are one digest. */
const STORM = 30
const STORM_MS = 5 * 60_000

/** Transitions that wait for others of their group. */
export interface Waiting {
  readonly transitions: readonly AlertTransition[]
  /** Times of the transitions within the storm window, by kind. */
  readonly recent: Readonly<Partial<Record<Transition, readonly number[]>>>
  /** Kinds of transitions of which a digest was sent in the current storm. */
  readonly digested: readonly Transition[]
}

export const noneWaiting: Waiting = { transitions: [], recent: {}, digested: [] }

/** Transitions that become one message. */
export interface Group {
  readonly transition: Transition
  /** A digest of many namespaces. */
  readonly isStorm: boolean
  readonly members: readonly AlertTransition[]
}

interface Grouped {
  readonly waiting: Waiting
  /** The groups that are due. */
  readonly groups: readonly Group[]
}

/**
 * Collects transitions into groups: those of a kind in one namespace of a context, once the first of them has waited. Above 30 of a kind
 * within five minutes they are one digest, and what follows within the storm is a second one at its end.
 */
export function groupTransitions(
  before: Waiting,
  added: readonly AlertTransition[],
  { now, timing }: { readonly now: number; readonly timing: AlertTiming },
): Grouped {
  const all = cancelled([...before.transitions, ...added])
  const rest: AlertTransition[] = []
  const groups: Group[] = []
  const recent: Partial<Record<Transition, readonly number[]>> = {}
  const digested: Transition[] = []
  for (const kind of kinds) {
    const own = all.filter(({ transition }) => transition === kind)
    const times = recentTimes(before, added, { kind, now })
    if (times.length > 0) recent[kind] = times
    const isStorm = times.length > STORM
    const wasDigested = before.digested.includes(kind)
    const isDue = own.some(({ at }) => now - at >= timing.groupWaitMs)
    if (isStorm || wasDigested) {
      const sends = isDue && !(isStorm && wasDigested)
      if (sends) groups.push({ transition: kind, isStorm: true, members: own })
      else rest.push(...own)
      const waits = !isStorm && own.length > 0 && !sends
      if (waits || (isStorm && (sends || wasDigested))) digested.push(kind)
      continue
    }
    for (const members of Map.groupBy(own, placeOf).values())
      if (members.some(({ at }) => now - at >= timing.groupWaitMs))
        groups.push({ transition: kind, isStorm: false, members })
      else rest.push(...members)
  }
  return { waiting: { transitions: rest, recent, digested }, groups }
}

/** Leaves out each alert that was resolved before anyone was notified that it fires, with its end. */
function cancelled(all: readonly AlertTransition[]): readonly AlertTransition[] {
  const kept = new Set<AlertTransition>()
  const last = new Map<string, AlertTransition>()
  for (const one of all.toSorted((a, b) => a.at - b.at || a.number - b.number)) {
    const before = last.get(one.fingerprint)
    if (one.transition === 'resolved' && before?.transition === 'firing') {
      kept.delete(before)
      last.delete(one.fingerprint)
    } else {
      kept.add(one)
      last.set(one.fingerprint, one)
    }
  }
  return [...kept]
}

function isOf(kind: Transition): (one: AlertTransition) => boolean {
  return ({ transition }) => transition === kind
}

function recentTimes(
  { recent }: Waiting,
  added: readonly AlertTransition[],
  { kind, now }: { readonly kind: Transition; readonly now: number },
): readonly number[] {
  const times = [...(recent[kind] ?? []), ...added.filter(isOf(kind)).map(({ at }) => at)]
  return times.filter((at) => at > now - STORM_MS).slice(-(STORM + 1))
}

function placeOf({ problem: { context, namespace } }: AlertTransition): string {
  return JSON.stringify([context, namespace])
}

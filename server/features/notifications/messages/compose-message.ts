import { hash } from 'node:crypto'
import { compareSeverities, fullNameOf, type Severity } from '../../../diagnosis/finding.ts'
import { compareTexts } from '../../../core/formats/compare-texts.ts'
import { sanitize } from '../../../core/formats/sanitize.ts'
import { toIsoSeconds } from '../../../core/formats/timestamp.ts'
import type { AlertTransition } from '../alerts/alert.ts'
import type { Group } from '../alerts/group-transitions.ts'
import type { Problem } from '../alerts/problem.ts'
import type { Message, MessageItem, MessageType } from './message.ts'

const MAX_ITEMS = 10
/** Length of the message of one item: ten of them stay far below 64 KiB. */
const MAX_ITEM_TEXT = 500
const MAX_TITLE = 200
const ID_DIGITS = 32

const WORDS: Readonly<Record<Group['transition'], string>> = {
  firing: 'firing',
  resolved: 'resolved',
  flapping: 'flapping',
  repeated: 'still firing',
}

/** Returns the message about a group, or the part of it that a channel wants; undefined if that is empty. */
export function composeMessage(
  group: Group,
  now: number,
  wants: (problem: Problem) => boolean = () => true,
): Message | undefined {
  const members = group.members.filter(({ problem }) => wants(problem)).toSorted(byImportance)
  const [first] = members
  if (first === undefined) return undefined
  const contexts = new Set(members.map(({ problem }) => problem.context))
  const { context, namespace } = first.problem
  const place = group.isStorm || namespace === '' ? {} : { namespace }
  return {
    id: idOf(members),
    type: group.isStorm ? 'storm' : group.transition,
    at: now,
    ...(contexts.size === 1 ? { context } : {}),
    ...place,
    severity: first.problem.severity,
    title: sanitize(titleOf(group, members), MAX_TITLE),
    ...(group.isStorm ? digest(members) : listed(members)),
  }
}

/** Returns a message with a text of its own, such as one of a caller. */
export function textMessage(
  id: string,
  type: Extract<MessageType, 'message' | 'test'>,
  text: {
    readonly at: number
    readonly title: string
    readonly message: string
    readonly severity: Severity
    readonly resource?: string
  },
): Message {
  const { at, title, message, severity, resource } = text
  const item = { severity, title, message, ...(resource === undefined ? {} : { name: resource }) }
  return { id, type, at, severity, title, items: [item], more: 0 }
}

/**
 * Returns the id of a message about transitions: fingerprint, transition and number of one, and a hash of those of several. A message
 * that is composed again after a crash has the same.
 */
function idOf(members: readonly AlertTransition[]): string {
  const ids = members
    .map(({ fingerprint, transition, number }) => `${fingerprint}-${transition}-${number}`)
    .toSorted(compareTexts)
  const [first = ''] = ids
  return ids.length === 1 ? first : hash('sha256', ids.join(' ')).slice(0, ID_DIGITS)
}

function titleOf({ transition, isStorm }: Group, members: readonly AlertTransition[]): string {
  const [first] = members
  if (first === undefined) return ''
  const { title, namespace, context } = first.problem
  if (isStorm) return `${members.length} problems ${WORDS[transition]}, first: ${title}`
  if (members.length === 1) return `${WORDS[transition]}: ${fullNameOf(first.problem)}: ${title}`
  const place = namespace === '' ? `context ${context}` : `namespace ${namespace}`
  return `${members.length} problems ${WORDS[transition]} in ${place}`
}

function listed(members: readonly AlertTransition[]): Pick<Message, 'items' | 'more'> {
  return {
    items: members.slice(0, MAX_ITEMS).map(({ problem }) => itemOf(problem)),
    more: Math.max(0, members.length - MAX_ITEMS),
  }
}

function itemOf(problem: Problem): MessageItem {
  const { severity, title, message, rule, kind, namespace, name, affected, since } = problem
  return {
    severity,
    title: sanitize(title, MAX_TITLE),
    message: sanitize(message, MAX_ITEM_TEXT),
    rule,
    kind,
    ...(namespace === '' ? {} : { namespace }),
    name,
    affected,
    ...(since === undefined ? {} : { since: toIsoSeconds(since) }),
  }
}

/** Sums up the problems by rule, and by registry those of images: likely causes of many problems come first. */
function digest(members: readonly AlertTransition[]): Pick<Message, 'items' | 'more'> {
  const groups = [
    ...Map.groupBy(members, ({ problem: { rule, registry = '' } }) =>
      JSON.stringify([rule, registry]),
    ).values(),
  ].toSorted(byCause)
  const listedGroups = groups.slice(0, MAX_ITEMS)
  return {
    items: listedGroups.flatMap(([first, ...others]) =>
      first === undefined ? [] : [summaryOf(first.problem, [first, ...others])],
    ),
    more: groups.slice(MAX_ITEMS).reduce((sum, group) => sum + group.length, 0),
  }
}

function summaryOf(problem: Problem, members: readonly AlertTransition[]): MessageItem {
  const { severity, rule, kind, title, registry } = problem
  const places = new Set(
    members.map(({ problem: { context, namespace } }) => JSON.stringify([context, namespace])),
  )
  const names = members.slice(0, 3).map((one) => fullNameOf(one.problem))
  const rest = members.length > names.length ? ` and ${members.length - names.length} more` : ''
  const from = registry === undefined ? '' : ` from ${registry}`
  const spread = places.size > 1 ? ` in ${places.size} namespaces` : ''
  return {
    severity,
    title: sanitize(title, MAX_TITLE),
    message: sanitize(
      `${members.length} × ${rule}${from}${spread}: ${names.join(', ')}${rest}`,
      MAX_ITEM_TEXT,
    ),
    rule,
    kind,
    affected: members.length,
  }
}

/** Faults of the cluster itself explain many others: Nodes and what lies in no namespace come before the largest group. */
function byCause(one: readonly AlertTransition[], other: readonly AlertTransition[]): number {
  return causeRank(one) - causeRank(other) || other.length - one.length
}

function causeRank([first]: readonly AlertTransition[]): number {
  if (first === undefined) return 3
  if (first.problem.kind === 'Node') return 0
  return first.problem.namespace === '' ? 1 : 2
}

function byImportance({ problem: one }: AlertTransition, { problem: other }: AlertTransition): number {
  return (
    compareSeverities(one.severity, other.severity) ||
    other.affected - one.affected ||
    compareTexts(fullNameOf(one), fullNameOf(other))
  )
}

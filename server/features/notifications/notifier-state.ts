import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { entriesOf, isObject, itemsOf, stringMembersOf, stringsOf } from '../../core/json.ts'
import type { Alert } from './alerts/alert.ts'
import { phases, transitions } from './alerts/alert.ts'
import type { Alerts } from './alerts/advance-alerts.ts'
import { noneWaiting, type Waiting } from './alerts/group-transitions.ts'
import type { Delivery, QueuedMessage } from './channels/outbox.ts'

const VERSION = 1
const MAX_DELIVERIES = 50
/** Largest stored text; with the rest of the record it stays below the 1.5 MiB that etcd accepts. */
const MAX_TEXT = 700 * 1024
/** Latest time that JavaScript has a date for. */
const MAX_TIME = 8.64e15
const MAX_OPENED_BYTES = 32 * 1024 * 1024

const compress = promisify<Buffer, object, Buffer>(brotliCompress)
const decompress = promisify<Buffer, object, Buffer>(brotliDecompress)

/** State of the notifications, which outlives processes and leaders. */
export interface NotifierState {
  readonly alerts: Alerts
  readonly waiting: Waiting
  /** Messages that wait, by channel. */
  readonly queues: Readonly<Record<string, readonly QueuedMessage[]>>
  /** Channels whose receivers are gone, with the revision of the channel. */
  readonly broken: Readonly<Record<string, string>>
  /** The last attempts, newest first. */
  readonly deliveries: readonly Delivery[]
  /** Contexts that were observed once: in others, old problems are adopted silently. */
  readonly contexts: readonly string[]
}

export const emptyState: NotifierState = {
  alerts: new Map(),
  waiting: noneWaiting,
  queues: {},
  broken: {},
  deliveries: [],
  contexts: [],
}

/** Adds an attempt to the last ones. */
export function withDelivery(deliveries: readonly Delivery[], added: Delivery): readonly Delivery[] {
  return [added, ...deliveries].slice(0, MAX_DELIVERIES)
}

/**
 * Returns the state as text. Compressed it is one field of its record, of which Kubernetes stores no details. A state that would be too
 * large leaves out the words of problems; undefined if that is not enough.
 */
export async function encodeState(state: NotifierState): Promise<string | undefined> {
  const whole = await encoded(state)
  if (whole.length <= MAX_TEXT) return whole
  const slim = await encoded(withoutWords(state))
  return slim.length <= MAX_TEXT ? slim : undefined
}

/** Reads a state; undefined if it is not one of this version. Single entries that are not valid are left out. */
export async function decodeState(text: unknown): Promise<NotifierState | undefined> {
  const value = typeof text === 'string' ? await opened(text) : undefined
  if (!isObject(value) || value['version'] !== VERSION) return undefined
  const { alerts, waiting, queues, broken, deliveries, contexts } = value
  const known = itemsOf(alerts).filter(isAlert)
  return {
    alerts: new Map(known.map((alert) => [alert.fingerprint, alert])),
    waiting: waitingOf(waiting),
    queues: Object.fromEntries(
      entriesOf(queues).map(([name, queue]) => [name, itemsOf(queue).filter(isQueued)] as const),
    ),
    broken: stringMembersOf(broken),
    deliveries: itemsOf(deliveries).filter(isDelivery),
    contexts: stringsOf(contexts),
  }
}

async function encoded({ alerts, ...state }: NotifierState): Promise<string> {
  const json = Buffer.from(JSON.stringify({ version: VERSION, alerts: [...alerts.values()], ...state }))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: json.length }
  return (await compress(json, { params })).toString('base64')
}

async function opened(text: string): Promise<unknown> {
  try {
    const json = await decompress(Buffer.from(text, 'base64'), { maxOutputLength: MAX_OPENED_BYTES })
    return JSON.parse(json.toString())
  } catch {
    return undefined
  }
}

function withoutWords(state: NotifierState): NotifierState {
  const plain = <T extends { readonly problem: Alert['problem'] }>(one: T): T => ({
    ...one,
    problem: { ...one.problem, message: '' },
  })
  return {
    ...state,
    alerts: new Map([...state.alerts].map(([fingerprint, alert]) => [fingerprint, plain(alert)])),
    waiting: { ...state.waiting, transitions: state.waiting.transitions.map(plain) },
    queues: Object.fromEntries(
      Object.entries(state.queues).map(([name, queue]) => [
        name,
        queue.map((queued) => ({ ...queued, message: { ...queued.message, items: [] } })),
      ]),
    ),
  }
}

function waitingOf(value: unknown): Waiting {
  if (!isObject(value)) return noneWaiting
  const recent = entriesOf(value['recent']).flatMap(([kind, times]) => {
    const known = transitions.find((one) => one === kind)
    return known === undefined ? [] : [[known, itemsOf(times).filter(isNumber)] as const]
  })
  return {
    transitions: itemsOf(value['transitions']).filter(isTransition),
    recent: Object.fromEntries(recent),
    digested: transitions.filter((kind) => itemsOf(value['digested']).includes(kind)),
  }
}

function isAlert(value: unknown): value is Alert {
  return (
    isObject(value) &&
    isText(value['fingerprint']) &&
    isProblem(value['problem']) &&
    phases.some((phase) => phase === value['phase']) &&
    typeof value['present'] === 'boolean' &&
    typeof value['silent'] === 'boolean' &&
    Array.isArray(value['changes']) &&
    value['changes'].every(isNumber) &&
    ['since', 'notifiedAt'].every((name) => isTime(value[name])) &&
    ['repeats', 'number'].every((name) => isNumber(value[name])) &&
    (value['firedAt'] === undefined || isTime(value['firedAt']))
  )
}

function isTransition(value: unknown): value is Waiting['transitions'][number] {
  return (
    isObject(value) &&
    transitions.some((kind) => kind === value['transition']) &&
    isText(value['fingerprint']) &&
    isNumber(value['number']) &&
    isTime(value['at']) &&
    isProblem(value['problem'])
  )
}

function isProblem(value: unknown): boolean {
  const texts = ['context', 'rule', 'severity', 'kind', 'name', 'namespace', 'title', 'message']
  return (
    isObject(value) &&
    texts.every((name) => isText(value[name])) &&
    isNumber(value['affected']) &&
    (value['since'] === undefined || isTime(value['since'])) &&
    (value['registry'] === undefined || isText(value['registry']))
  )
}

function isQueued(value: unknown): value is QueuedMessage {
  if (!isObject(value) || !isObject(value['message'])) return false
  const { id, type, title, at, items, more } = value['message']
  return (
    [id, type, title].every(isText) &&
    [at, value['dueAt']].every(isTime) &&
    [more, value['attempt']].every(isNumber) &&
    Array.isArray(items) &&
    items.every(isObject)
  )
}

function isDelivery(value: unknown): value is Delivery {
  return (
    isObject(value) &&
    ['id', 'channel', 'outcome'].every((name) => isText(value[name])) &&
    isTime(value['at']) &&
    isNumber(value['attempt'])
  )
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** Whether a value is a time that can be written as a date. */
export function isTime(value: unknown): value is number {
  return isNumber(value) && Math.abs(value) <= MAX_TIME
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

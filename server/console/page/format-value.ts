import { age } from '../../core/formats/age.ts'

/** Characters of a cell; the detail shows all. */
const MAX_CELL = 200

/** Returns the time since a timestamp as kubectl and the API show it: `119s`, `179m`, `47h`, `7d`, `2y`. */
export function formatAge(timestamp: string, now: number): string {
  return age(timestamp, now) ?? ''
}

/** Returns a confidence between 0 and 1 as a percentage. */
export function formatConfidence(confidence: number): string {
  return `${Math.round(confidence * 100)}%`
}

/** Whether a text is a timestamp of the API. */
export function isTimestamp(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)
}

/** Returns the text of a field in a table cell, at most 200 characters. */
export function formatCell(value: unknown): string {
  const text = formatWhole(value)
  return text.length <= MAX_CELL ? text : `${text.slice(0, MAX_CELL)}…`
}

function formatWhole(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (isContainers(value)) return formatContainers(value)
  if (Array.isArray(value)) return value.map((item) => nameIn(item)).join(', ')
  if (typeof value !== 'object') return JSON.stringify(value) ?? ''
  if (isReference(value)) return formatReference(value)
  const entries = Object.entries(value)
  const { ready, desired } = value as { ready?: unknown; desired?: unknown }
  if (typeof ready === 'number' && typeof desired === 'number') return `${ready}/${desired}`
  return entries.map(([key, item]) => `${key} ${formatWhole(item)}`).join(', ')
}

/** Name of another object. */
export interface ObjectReference {
  readonly kind: string
  readonly name: string
  readonly namespace?: string
}

/** Whether a value names another object. */
export function isReference(value: unknown): value is ObjectReference {
  if (typeof value !== 'object' || value === null) return false
  const { kind, name } = value as Partial<Record<string, unknown>>
  return typeof kind === 'string' && typeof name === 'string'
}

/** Returns the name of an object with its kind and namespace: `Pod shop/web-1`. */
export function formatReference({ kind, name, namespace = '' }: ObjectReference): string {
  return `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`
}

interface ListedContainer {
  readonly ready: boolean
  readonly restartCount: number
}

function isContainers(value: unknown): value is readonly ListedContainer[] {
  if (!Array.isArray(value) || value.length === 0) return false
  return value.every((item) => typeof (item as { ready?: unknown } | null)?.ready === 'boolean')
}

/** Returns the READY column of kubectl, and the restarts if there are any. */
function formatContainers(containers: readonly ListedContainer[]): string {
  const ready = containers.filter((one) => one.ready).length
  const restarts = containers.reduce((sum, { restartCount }) => sum + restartCount, 0)
  const text = `${ready}/${containers.length}`
  if (restarts === 0) return text
  return `${text}, ${restarts} ${restarts === 1 ? 'restart' : 'restarts'}`
}

/** Returns the name or type of an item with one, and its text otherwise. */
function nameIn(item: unknown): string {
  if (typeof item !== 'object' || item === null) return formatWhole(item)
  const { name, type } = item as { name?: unknown; type?: unknown }
  return formatWhole(name ?? type ?? Object.values(item))
}

/** Returns the heading of a field: `nodeName` is `Node name`, `podIP` is `Pod IP`. */
export function formatHeading(field: string): string {
  if (field === 'createdAt') return 'Age'
  const words = field.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').split(' ')
  const text = words.map((word) => (/^[A-Z][a-z]/.test(word) ? word.toLowerCase() : word)).join(' ')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** State of a status word, for its colour; the word itself is always shown. */
export function toneOf(status: string): 'good' | 'warn' | 'bad' | 'plain' {
  if (/^(Running|Ready|Available|Active|Bound|Complete|Completed|Succeeded|healthy|Normal)$/.test(status))
    return 'good'
  if (/(Err|Error|Failed|BackOff|Degraded|NotReady|Lost|Killed|Evicted|Invalid|critical)/.test(status))
    return 'bad'
  if (
    /^(Pending|Progressing|Paused|Terminating|Warning|warning|Unknown|unknown|ContainerCreating|Init:.*)$/.test(
      status,
    )
  )
    return 'warn'
  return 'plain'
}

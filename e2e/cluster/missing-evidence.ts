import { entriesOf, isObject, itemsOf } from '../../server/core/json.ts'
import type { Evidence } from '../../server/diagnosis/finding.ts'
import type { Kubectl } from './environment/kubectl.ts'

/** Length of the beginning of a text that is compared: texts of answers are cut, and credentials in them masked. */
const COMPARED = 60

interface StoredEvent {
  readonly reason?: string
  readonly message?: string
}

/** Looks evidence up where its references point; returns why some of it is not there. */
export async function missingEvidence(
  kubectl: Kubectl,
  evidence: readonly Evidence[],
): Promise<readonly string[]> {
  const problems = await Promise.all(evidence.map(async (one) => lookUp(kubectl, one)))
  return problems.filter((problem) => problem !== undefined)
}

async function lookUp(kubectl: Kubectl, { source, reference, text }: Evidence): Promise<string | undefined> {
  const [kind = '', fullName = '', field = ''] = reference.split(' ')
  const [name = '', namespace] = fullName.split('/').toReversed()
  const within = namespace === undefined ? [] : ['-n', namespace]
  if (source === 'event') {
    const selector = `involvedObject.kind=${kind},involvedObject.name=${name},reason=${field}`
    const events = await kubectl.items<StoredEvent>('events', ...within, '--field-selector', selector)
    const isThere = events.some(({ message = '' }) => beginsAlike(message, text))
    return isThere ? undefined : `no Event ${reference}: ${text}`
  }
  const { code, stdout } = await kubectl.try('get', kind, name, ...within, '-o', 'json')
  if (code !== 0) return `no object ${reference}`
  const value = valueAt(JSON.parse(stdout.toString()), field)
  if (value === undefined) return isAbsence(text) ? undefined : `no field ${reference}: ${text}`
  return says(value, text) ? undefined : `${reference} is ${JSON.stringify(value)}, not ${text}`
}

/** Counters that are 0, times that never were and labels that nobody set are absent in Kubernetes. */
function isAbsence(text: string): boolean {
  return /^(?:0|unset|false|label .* is missing)$/.test(text)
}

/** Whether a value is what a text says: a scalar itself, a condition by its words; other fields need only exist. */
function says(value: unknown, text: string): boolean {
  if (!isObject(value)) return Array.isArray(value) || beginsAlike(String(value), text)
  const { type, status, message } = value
  if (typeof type !== 'string' || typeof status !== 'string') return true
  return (
    text.startsWith(`${type}=${status}`) &&
    (typeof message !== 'string' || beginsAlike(message, text.replace(/^.*?: /s, '')))
  )
}

function beginsAlike(one: string, other: string): boolean {
  const beginning = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, COMPARED)
  return beginning(one) === beginning(other)
}

/** Returns the value of a field as `kubectl explain` names it; an item of a list stands in brackets, by type, name, port or index. */
function valueAt(object: unknown, field: string): unknown {
  const [first = '', ...others] = field.match(/[^.[\]]+|\[[^\]]*\]/g) ?? []
  let value: unknown = memberOf(object, first)
  for (const segment of others)
    value = segment.startsWith('[') ? itemAt(value, segment.slice(1, -1)) : memberOf(value, segment)
  return value
}

/** A container that was restarted since has its end in `lastState`. */
function memberOf(object: unknown, name: string): unknown {
  if (!isObject(object)) return undefined
  const members = Object.fromEntries(entriesOf(object))
  if (name !== 'state' && name !== 'lastState') return members[name]
  return {
    ...Object.fromEntries(entriesOf(members['lastState'])),
    ...Object.fromEntries(entriesOf(members['state'])),
  }
}

function itemAt(list: unknown, key: string): unknown {
  const items = itemsOf(list)
  const isNamed = (item: unknown) =>
    isObject(item) && ['type', 'name', 'port'].some((name) => String(item[name]) === key)
  return items.find(isNamed) ?? items[Number(key)]
}

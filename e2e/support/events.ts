import { get, type IncomingMessage } from 'node:http'
import { closeAfterwards } from '../../server/testing/fixtures.ts'
import { until } from './until.ts'

/** One server-sent event, its data parsed. */
export interface Sent {
  event: string
  id: string | undefined
  data: Record<string, unknown>
}

/** A client of an event stream, on a connection of its own. */
export interface Reader {
  readonly response: IncomingMessage
  /** The events received, in order. */
  readonly events: Sent[]
  /** All other blocks of the stream: comments and `retry:`. */
  readonly others: string[]
  /** The id that an EventSource would send as Last-Event-ID when it reconnects. */
  readonly lastId: string
  /** Whether the stream ended regularly or was cut; undefined while it is open. */
  readonly ended: 'end' | 'cut' | undefined
  /** Waits for a matching event. */
  seen(what: string, wanted: (one: Sent, at: number) => boolean): Promise<Sent>
  close(): void
}

/** Opens an event stream; rejects with the response if it is not an event stream. */
export async function openEvents(
  url: string,
  lastEventId?: string,
  shown: Readonly<Record<string, string>> = {},
): Promise<Reader> {
  const opened = Promise.withResolvers<IncomingMessage>()
  const headers = lastEventId === undefined ? shown : { ...shown, 'last-event-id': lastEventId }
  get(url, { agent: false, headers }, opened.resolve).on('error', opened.reject)
  const response = await opened.promise
  const events: Sent[] = []
  const others: string[] = []
  let ended: 'end' | 'cut' | undefined
  let lastId = lastEventId ?? ''
  let rest = ''
  closeAfterwards('a reader of events', () => response.destroy())
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const sent = eventOf(block)
      if (sent === undefined) others.push(block)
      else events.push(sent)
      lastId = sent?.id ?? lastId
    }
  })
  response.on('error', () => undefined)
  response.on('close', () => (ended = response.complete ? 'end' : 'cut'))
  if (response.statusCode !== 200) {
    await until('the answer to end', () => ended)
    throw new Error(`${response.statusCode} ${rest}`)
  }
  return {
    response,
    events,
    others,
    get lastId() {
      return lastId
    },
    get ended() {
      return ended
    },
    seen: (what, wanted) => until(`${what}, after ${summary(events)}`, () => events.find(wanted)),
    close: () => response.destroy(),
  }
}

/** Returns the object events, each as `ADDED pod web`. */
export function eventsSent(events: readonly Sent[]): string[] {
  return events.flatMap(({ event, data }) => {
    const object = data['object'] as { name?: string; reason?: string } | undefined
    return object === undefined ? [] : [`${String(data['type'])} ${event} ${object.name ?? object.reason}`]
  })
}

/**
 * Folds events into the state a client would have, keyed as `pod shop/web`. Throws if an event contradicts
 * the state before it: an object added twice, or changed or deleted without being present, means that an
 * event was lost or sent twice.
 */
export function fold(events: readonly Sent[], into = new Map<string, unknown>()): Map<string, unknown> {
  for (const { event, data } of events) {
    if (event === 'resync') {
      const kinds = data['kinds'] as string[]
      for (const key of into.keys()) if (kinds.includes(`${key.split(' ')[0]}s`)) into.delete(key)
    }
    const object = data['object'] as { namespace?: string; name?: string } | undefined
    if (object?.name === undefined) continue
    const key = `${event} ${object.namespace ?? ''}/${object.name}`
    if (into.has(key) === (data['type'] === 'ADDED'))
      throw new Error(`${String(data['type'])} ${key} fits nothing`)
    if (data['type'] === 'DELETED') into.delete(key)
    else into.set(key, object)
  }
  return into
}

function eventOf(block: string): Sent | undefined {
  const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line]))
  const value = (name: string) => fields.get(name)?.slice(name.length + 2)
  const [event, data] = [value('event'), value('data')]
  if (event === undefined || data === undefined) return undefined
  return { event, id: value('id'), data: JSON.parse(data) as Record<string, unknown> }
}

function summary(events: readonly Sent[]): string {
  return events
    .slice(-12)
    .map(({ event, data }) => eventsSent([{ event, id: undefined, data }])[0] ?? event)
    .join(', ')
}

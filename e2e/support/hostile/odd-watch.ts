import type { Socket } from 'node:net'
import type { Random } from '../../oracle/random.ts'
import type { OddJson } from './odd-json.ts'

const ERRORS = [
  { code: 410, reason: 'Expired' },
  { code: 410, reason: 'Gone', details: { retryAfterSeconds: 1e12 } },
  { code: 500, reason: 'InternalError', details: { retryAfterSeconds: -1e6 } },
  { code: 429, details: { retryAfterSeconds: 0 } },
  { code: 429, details: { retryAfterSeconds: 3e6 } },
  { code: 'x', reason: {}, details: null },
  { code: 1e300 },
  null,
]
const GARBAGE = [
  '\n',
  '{}',
  'null',
  '[]',
  '{"type":"ADDED"}',
  '{"type":"ADDED","object":null}',
  '{"object":{}}',
  '{"type":1}',
  '\u0000',
  '{"type":"BOOKMARK","object":{"kind":"Pod","metadata":{}}}',
]

interface ListedObject {
  readonly metadata?: object
}

interface TrueList {
  readonly kind?: unknown
  readonly apiVersion?: unknown
  readonly metadata?: { readonly resourceVersion?: unknown }
  readonly items?: readonly ListedObject[] | null
}

/** Writes a watch with lies in it: objects that never were, in any order, bookmarks, errors, garbage, and no end. */
export class OddWatch {
  readonly #socket: Socket
  readonly #random: Random
  readonly #odd: OddJson

  constructor(socket: Socket, random: Random, odd: OddJson) {
    this.#socket = socket
    this.#random = random
    this.#odd = odd
  }

  /** Writes the watch; `truth` is the list of the collection. */
  send(truth: unknown): void {
    const list: TrueList = typeof truth === 'object' && truth !== null ? truth : {}
    const { kind, apiVersion, metadata, items } = list
    const type = { kind: String(kind).replace(/List$/, ''), apiVersion }
    const objects = (Array.isArray(items) ? (items as ListedObject[]) : []).map((item) => ({
      ...type,
      ...item,
    }))
    const random = this.#random
    this.#socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n')
    if (random.chance(0.8)) for (const object of objects) this.#event('ADDED', object)
    if (random.chance(0.8))
      this.#event('BOOKMARK', {
        ...type,
        metadata: { ...metadata, annotations: { 'k8s.io/initial-events-end': 'true' } },
      })
    this.#continue(objects, type, random.below(30))
  }

  /** Writes further events, some milliseconds after one another, and ends the watch or leaves it open. */
  #continue(objects: readonly ListedObject[], type: object, left: number): void {
    const socket = this.#socket
    const random = this.#random
    if (socket.destroyed) return
    if (left === 0) {
      const last = random.below(4)
      if (last === 0) socket.end()
      else if (last === 1) socket.resetAndDestroy()
      else if (last === 2) socket.end('{"type":"ADDED","object":{"kind"')
      return
    }
    const next = random.next()
    const object = objects.length === 0 ? { ...type, metadata: { name: 'none' } } : random.pick(objects)
    if (next < 0.6)
      this.#event(random.pick(['ADDED', 'MODIFIED', 'MODIFIED', 'DELETED']), this.#invented(object))
    else if (next < 0.8)
      this.#event('BOOKMARK', { ...type, metadata: { resourceVersion: String(random.below(1e6)) } })
    else if (next < 0.86) socket.write(`${JSON.stringify({ type: 'ERROR', object: random.pick(ERRORS) })}\n`)
    else if (next < 0.93) socket.write(`${random.pick(GARBAGE)}\n`)
    else this.#event(random.pick(['', 'added', 'CHANGED', '__proto__']), object)
    setTimeout(() => this.#continue(objects, type, left - 1), random.below(40))
  }

  /** Returns an object with a newer version, and with another name now and then. */
  #invented(object: ListedObject): object {
    const random = this.#random
    const name = random.chance(0.3) ? { name: `invented-${random.below(50)}` } : {}
    return {
      ...object,
      metadata: { ...object.metadata, ...name, resourceVersion: String(random.below(1e6)) },
    }
  }

  #event(type: string, object: object): void {
    this.#socket.write(Buffer.concat([this.#odd.bytes({ type, object }), Buffer.from('\n')]))
  }
}

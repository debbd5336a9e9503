import { get, type ClientRequest, type IncomingMessage } from 'node:http'
import { Nameless } from './nameless.ts'
import { projectedItem, SINGULAR } from './projection.ts'
import { apiNameOf } from '../kinds/fixture.ts'
import { fixtures, resources as allResources, type Resource } from '../kinds/register.ts'
import { StreamHistory, type HistoryEvent } from './stream-history.ts'

/** The query of a stream. */
export interface Subscription {
  resources: readonly Resource[]
  namespace?: string
  labelSelector?: string
}

/** Manipulates an SSE frame before the client receives it, for runs that have to fail. */
export type FrameTamper = (frame: string) => string[]

/** A client of `/api/stream` that behaves like a browser: it reconnects by itself with the last event id. */
export class StreamClient {
  readonly subscription: Subscription
  readonly history = new StreamHistory()
  readonly nameless = new Nameless()
  events = 0
  resumes = 0
  resyncs = 0
  /** True if the service has no such route. */
  missing = false
  /** Events that a client cannot interpret. */
  readonly wrong: string[] = []
  readonly #api: string
  readonly #tamper: FrameTamper | undefined
  #request: ClientRequest | undefined
  #lastId: string | undefined
  #stopped = false

  constructor(api: string, subscription: Subscription, tamper: FrameTamper | undefined) {
    this.#api = api
    this.subscription = subscription
    this.#tamper = tamper
  }

  connect(): void {
    if (this.#stopped || this.#request !== undefined) return
    const { resources, namespace, labelSelector } = this.subscription
    const query = new URLSearchParams({
      kinds: resources.map((resource) => apiNameOf(fixtures[resource])).join(','),
    })
    if (namespace !== undefined) query.set('namespace', namespace)
    if (labelSelector !== undefined) query.set('labelSelector', labelSelector)
    const headers = {
      accept: 'text/event-stream',
      ...(this.#lastId === undefined ? {} : { 'last-event-id': this.#lastId }),
    }
    if (this.#lastId === undefined) this.history.begin(resources)
    else this.resumes++
    const request = get(
      `${this.#api}/api/stream?${query.toString()}`,
      { agent: false, headers },
      (response) => {
        if (response.statusCode === 200) void this.#read(response, request)
        else {
          if (response.statusCode === 404) this.missing = true
          else if (response.statusCode !== 500) this.wrong.push(`the stream answers ${response.statusCode}`)
          this.#lost(request)
        }
      },
    )
    this.#request = request
    request.once('error', () => this.#lost(request))
  }

  /** Closes the connection at any point of an event. */
  disconnect(): void {
    const request = this.#request
    request?.destroy()
    if (request !== undefined) this.#lost(request)
  }

  stop(): void {
    this.#stopped = true
    this.disconnect()
  }

  async #read(response: IncomingMessage, request: ClientRequest): Promise<void> {
    let rest = ''
    response.setEncoding('utf8')
    try {
      for await (const chunk of response as AsyncIterable<string>) {
        const frames = (rest + chunk).split('\n\n')
        rest = frames.pop() ?? ''
        for (const frame of frames) for (const one of this.#tamper?.(frame) ?? [frame]) this.#take(one)
      }
    } catch {
      // Connection errors are expected: disconnecting is part of the test.
    }
    this.#lost(request)
  }

  #lost(request: ClientRequest): void {
    request.destroy()
    if (this.#request !== request) return
    this.#request = undefined
    if (!this.missing) setTimeout(() => this.connect(), 50)
  }

  #take(frame: string): void {
    const fields = new Map(
      frame
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith(':'))
        .map((line): [string, string] => {
          const at = line.indexOf(':')
          return [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')]
        }),
    )
    const name = fields.get('event')
    if (name === undefined) return
    const data = JSON.parse(fields.get('data') ?? '{}') as Record<string, unknown>
    const id = fields.get('id')
    if (id !== undefined) this.#lastId = id
    const resource = SINGULAR[name]
    if (resource !== undefined) this.#change(resource, data, id)
    else if (name === 'synced') this.history.synced()
    else if (name === 'resync') {
      this.resyncs++
      this.history.begin(resourcesNamed(data['kinds'] as string[]))
    } else if (!['connected', 'heartbeat', 'bye'].includes(name))
      this.wrong.push(`${name}: ${fields.get('data')}`)
  }

  #change(resource: Resource, data: Record<string, unknown>, id: string | undefined): void {
    this.events++
    const item = data['object'] as Record<string, unknown>
    const { namespace, name } = item
    if (id === undefined) this.wrong.push(`an event without id: ${JSON.stringify(data).slice(0, 200)}`)
    if (typeof name !== 'string') {
      const snapshot = this.history.inSnapshot.has(resource)
      this.nameless.take(projectedItem(item), data['type'] === 'DELETED', snapshot)
      return
    }
    this.history.take({
      resource,
      type: data['type'] as HistoryEvent['type'],
      key: `${typeof namespace === 'string' ? namespace : ''}/${name}`,
      item: projectedItem(item),
      id: id ?? '',
      snapshot: false,
    })
  }
}

/** Returns the resources of the names in the API. */
function resourcesNamed(names: readonly string[]): Resource[] {
  return allResources.filter((resource) => names.includes(apiNameOf(fixtures[resource])))
}

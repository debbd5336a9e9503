import { Agent, request } from 'undici'
import type { KubeAccess } from '../support/kube.ts'
import { projected } from './projection.ts'
import type { Resource } from '../kinds/register.ts'
import { keyOf, pathOf } from './resources.ts'

/** One change as the watch reported it. */
export interface Recorded {
  type: 'ADDED' | 'MODIFIED' | 'DELETED'
  key: string
  uid: string
  version: bigint
  /** The list item of this state. */
  item: string
}

interface RawObject {
  metadata: {
    name: string
    namespace?: string
    uid: string
    resourceVersion: string
    annotations?: Record<string, string>
  }
}

interface RawEvent {
  type: Recorded['type'] | 'BOOKMARK' | 'ERROR'
  object: RawObject
}

const AGAIN_MS = 100

/**
 * The oracle's own watch of one resource, directly at the API server. It is deliberately simple: list, watch,
 * and list again after a failure.
 */
export class Recorder {
  readonly resource: Resource
  /**
   * The changes since it last came to rest, in order. A list after a failed watch lacks intermediate changes.
   */
  history: Recorded[] = []
  /** The objects when it last came to rest, at which its history begins. */
  rested: ReadonlyMap<string, Recorded> = new Map()
  total = 0
  /** The current objects by key, each with its version. */
  readonly held = new Map<string, Recorded>()
  /** Number of lost positions, each of which leaves a gap in the history. */
  gaps = 0
  lastAt = performance.now()
  readonly #access: KubeAccess
  readonly #agent: Agent
  readonly #stopped = new AbortController()

  constructor(access: KubeAccess, resource: Resource) {
    this.#access = access
    this.resource = resource
    this.#agent = new Agent({
      allowH2: false,
      bodyTimeout: 120_000,
      ...(access.ca === undefined ? {} : { connect: { ca: access.ca } }),
    })
    void this.#run()
  }

  /** Clears the history. */
  rest(): void {
    this.history = []
    this.rested = new Map(this.held)
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#agent.destroy()
  }

  async #run(): Promise<void> {
    let version: string | undefined
    while (!this.#stopped.signal.aborted) {
      try {
        version ??= await this.#list()
        version = await this.#watch(version)
      } catch {
        await new Promise((resolve) => {
          setTimeout(resolve, AGAIN_MS)
        })
      }
    }
  }

  async #list(): Promise<string> {
    const body = await this.#ask('')
    const list = JSON.parse(await body.text()) as {
      metadata: { resourceVersion: string }
      items: RawObject[]
    }
    this.gaps++
    const there = new Map(list.items.map((object) => [keyOf(object), object]))
    for (const [key, known] of this.held)
      if (!there.has(key))
        this.#take({ ...known, type: 'DELETED', version: BigInt(list.metadata.resourceVersion) })
    for (const [key, object] of there) {
      const known = this.held.get(key)
      if (known?.version !== BigInt(object.metadata.resourceVersion))
        this.#take(this.#recordOf(known === undefined ? 'ADDED' : 'MODIFIED', object))
    }
    return list.metadata.resourceVersion
  }

  /** Runs one watch; returns the version to continue from, undefined if only a list helps. */
  async #watch(from: string): Promise<string | undefined> {
    let version = from
    const query = `?watch=1&allowWatchBookmarks=true&timeoutSeconds=600&resourceVersion=${version}`
    let rest = ''
    try {
      const body = await this.#ask(query)
      body.setEncoding('utf8')
      for await (const chunk of body as AsyncIterable<string>) {
        const lines = (rest + chunk).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) {
          const { type, object } = JSON.parse(line) as RawEvent
          if (type === 'ERROR') return undefined
          if (type !== 'BOOKMARK') this.#take(this.#recordOf(type, object))
          version = object.metadata.resourceVersion
        }
      }
    } catch (error) {
      if (error instanceof Expired) return undefined
      await new Promise((resolve) => {
        setTimeout(resolve, AGAIN_MS)
      })
    }
    return version
  }

  async #ask(query: string) {
    const { statusCode, body } = await request(this.#access.url + pathOf(this.resource, undefined) + query, {
      dispatcher: this.#agent,
      signal: this.#stopped.signal,
      headers: { authorization: `Bearer ${this.#access.token}` },
    })
    if (statusCode === 200) return body
    await body.dump()
    throw statusCode === 410 ? new Expired() : new Error(`recorder: ${statusCode}`)
  }

  #take(record: Recorded): void {
    this.lastAt = performance.now()
    this.history.push(record)
    this.total++
    if (record.type === 'DELETED') this.held.delete(record.key)
    else this.held.set(record.key, record)
  }

  #recordOf(type: Recorded['type'], object: RawObject): Recorded {
    const { uid, resourceVersion } = object.metadata
    const item = projected(this.resource, object)
    return { type, key: keyOf(object), uid, version: BigInt(resourceVersion), item }
  }
}

class Expired extends Error {}

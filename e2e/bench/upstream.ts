import { Agent } from 'undici'
import type { KubeObject } from '../support/kube.ts'
import type { Access } from './cluster.ts'

/** Number of concurrent calls that an API server on two cores can handle. */
const AT_ONCE = 48

interface Answered {
  status: number
  body: unknown
}

/** An item of a list of metadata only. */
export interface Known {
  metadata: { name: string; namespace?: string; uid: string; ownerReferences?: readonly unknown[] }
}

/** A client of the API server for filling it: many concurrent calls on keep-alive connections. */
export class Upstream {
  readonly #access: Access
  readonly #agent: Agent

  constructor(access: Access) {
    this.#access = access
    this.#agent = new Agent({ allowH2: false, connections: AT_ONCE, connect: { ...access.tls } })
  }

  async call(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: unknown,
    type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
    accept = 'application/json',
  ): Promise<Answered> {
    const { origin } = new URL(this.#access.url)
    const headers = { ...this.#access.headers, 'content-type': type, accept }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await this.#agent.request({ origin, path, method, headers, ...sent })
    const text = await answer.body.text()
    // An overloaded API server responds in plain text.
    const json = answer.headers['content-type']?.toString().startsWith('application/json') === true
    return { status: answer.statusCode, body: json ? (JSON.parse(text) as unknown) : text }
  }

  /** Lists the names and uids of a collection. */
  async known(path: string): Promise<Known[]> {
    const accept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'
    const { status, body } = await this.call('GET', path, undefined, undefined, accept)
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body).slice(0, 300)}`)
    // Go serializes an empty list as null.
    return (body as { items: Known[] | null }).items ?? []
  }

  async create(collection: string, object: KubeObject): Promise<void> {
    const { status, body } = await this.call('POST', collection, object)
    // An object that exists already was created by an interrupted run.
    if (status !== 201 && status !== 409)
      throw new Error(`create ${object.kind} ${object.metadata.name}: ${status} ${JSON.stringify(body)}`)
  }

  async patch(path: string, change: object): Promise<void> {
    const { status, body } = await this.call('PATCH', path, change)
    if (status !== 200) throw new Error(`PATCH ${path}: ${status} ${JSON.stringify(body)}`)
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }
}

/** Processes each item, with limited concurrency. */
export async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

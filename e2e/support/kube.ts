import { Agent, request } from 'undici'

/** A response of the API server, parsed. */
export interface KubeAnswer {
  status: number
  body: unknown
}

export interface KubeAccess {
  url: string
  token: string
  ca?: string
}

export interface KubeObject {
  apiVersion: string
  kind: string
  metadata: {
    name: string
    namespace?: string
    uid?: string
    labels?: Record<string, string>
    [key: string]: unknown
  }
  [key: string]: unknown
}

const PLURALS: Readonly<Record<string, string>> = {
  Namespace: 'namespaces',
  Pod: 'pods',
  Node: 'nodes',
  Event: 'events',
  Deployment: 'deployments',
  ReplicaSet: 'replicasets',
}

/**
 * A plain client of the API server with which tests set up and compare state. It shares no code with the
 * service.
 */
export class Kube {
  readonly #access: KubeAccess
  readonly #agent: Agent

  constructor(access: KubeAccess) {
    this.#access = access
    this.#agent = new Agent({
      allowH2: false,
      ...(access.ca === undefined ? {} : { connect: { ca: access.ca } }),
    })
  }

  async call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<KubeAnswer> {
    const answer = await request(this.#access.url + path, {
      method,
      dispatcher: this.#agent,
      headers: {
        authorization: `Bearer ${this.#access.token}`,
        'content-type': method === 'PATCH' ? 'application/strategic-merge-patch+json' : 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.statusCode, body: await answer.body.json() }
  }

  async get<T = KubeObject>(path: string): Promise<T> {
    const answer = await this.call('GET', path)
    if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as T
  }

  async create(object: KubeObject): Promise<KubeObject> {
    const answer = await this.call('POST', collectionOf(object), object)
    if (answer.status !== 201)
      throw new Error(`create ${object.kind}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as KubeObject
  }

  async remove(path: string): Promise<void> {
    await this.call('DELETE', path, { gracePeriodSeconds: 0 })
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }
}

/**
 * Returns the X-Resource-Version header for a read that has to include this object, or a later version of it.
 * The object was written directly to the cluster, not through the service.
 */
export function showing(made: KubeObject): Record<string, string> {
  return { 'x-resource-version': `${pluralOf(made)}:${String(made.metadata['resourceVersion'])}` }
}

function collectionOf(object: KubeObject): string {
  const root = object.apiVersion.includes('/') ? `/apis/${object.apiVersion}` : `/api/${object.apiVersion}`
  const { namespace } = object.metadata
  return namespace === undefined
    ? `${root}/${pluralOf(object)}`
    : `${root}/namespaces/${namespace}/${pluralOf(object)}`
}

const pluralOf = ({ kind }: KubeObject): string => PLURALS[kind] ?? `${kind.toLowerCase()}s`

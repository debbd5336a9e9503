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

/** Returns the path of a resource's collection at the API server, or of one object. */
export function pathTo(
  { apiVersion, plural }: { apiVersion: string; plural: string },
  namespace: string | undefined,
  name?: string,
): string {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  const scope = namespace === undefined ? '' : `/namespaces/${namespace}`
  return `${root}${scope}/${plural}${name === undefined ? '' : `/${name}`}`
}

function collectionOf(object: KubeObject): string {
  const { apiVersion, metadata } = object
  return pathTo({ apiVersion, plural: pluralOf(object) }, metadata.namespace)
}

/** Returns the name of a kind's resource: Kubernetes forms it as English does. */
function pluralOf({ kind }: KubeObject): string {
  const singular = kind.toLowerCase()
  if (/(s|ch|sh|x)$/.test(singular)) return `${singular}es`
  return /[^aeiou]y$/.test(singular) ? `${singular.slice(0, -1)}ies` : `${singular}s`
}

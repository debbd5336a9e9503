import { NotFoundError } from '../../core/errors.ts'
import type { ApiCall } from '../client/api-call.ts'
import type { Transport } from '../client/transport.ts'
import type { Kind } from '../kind.ts'
import type { ObjectMeta } from '../objects.ts'

/** An object as it is written: without a version to create it, with the version that was read to replace it. */
export interface WrittenObject {
  readonly metadata: Pick<ObjectMeta, 'name'> & { readonly resourceVersion?: string }
  readonly spec: object
}

/**
 * Objects of the service itself in one namespace. Calls use its own identity, whatever the rights of the caller, and read
 * the API server, never a cache.
 */
export class OwnObjects {
  readonly #transport: Transport
  readonly #namespace: string

  constructor(transport: Transport, namespace: string) {
    this.#transport = transport
    this.#namespace = namespace
  }

  /** Returns an object; undefined if it does not exist, or the cluster does not serve its kind. */
  async get(kind: Kind<unknown>, name: string, signal: AbortSignal): Promise<unknown> {
    try {
      return await this.#call({ verb: 'get', kind, name }, signal)
    } catch (error) {
      if (error instanceof NotFoundError) return undefined
      throw error
    }
  }

  /** Creates an object and returns it. Rejects with ConflictError if it exists. */
  async create(kind: Kind<unknown>, object: WrittenObject, signal: AbortSignal): Promise<unknown> {
    return this.#call({ verb: 'create', kind, body: bodyOf(kind, object) }, signal)
  }

  /**
   * Replaces an object and returns the new one. Rejects with ConflictError if it has another version, and with
   * NotFoundError if it is gone.
   */
  async replace(kind: Kind<unknown>, object: WrittenObject, signal: AbortSignal): Promise<unknown> {
    const { name } = object.metadata
    return this.#call({ verb: 'update', kind, name, body: bodyOf(kind, object) }, signal)
  }

  async #call(call: Omit<ApiCall, 'namespace'>, signal: AbortSignal): Promise<unknown> {
    return this.#transport.json({ ...call, namespace: this.#namespace }, signal)
  }
}

function bodyOf({ apiGroup, version, kind }: Kind<unknown>, object: WrittenObject): object {
  return { apiVersion: apiGroup === '' ? version : `${apiGroup}/${version}`, kind, ...object }
}

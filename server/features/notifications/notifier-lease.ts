import type { OwnObjects } from '../../cluster/write/own-objects.ts'
import { ConflictError, NotFoundError } from '../../core/errors.ts'
import {
  leases,
  observedLease,
  type LeaseAccess,
  type LeaseSpec,
  type ObservedLease,
} from '../../operator/lease.ts'

/** The Lease of the replica that notifies, in the namespace of the release. */
export class NotifierLease implements LeaseAccess {
  readonly #objects: OwnObjects
  readonly #name: string

  constructor(objects: OwnObjects, name: string) {
    this.#objects = objects
    this.#name = name
  }

  async read(signal: AbortSignal): Promise<ObservedLease | undefined> {
    const lease = await this.#objects.get(leases, this.#name, signal)
    return lease === undefined ? undefined : observedLease(lease)
  }

  async write(
    spec: LeaseSpec,
    before: string | undefined,
    signal: AbortSignal,
  ): Promise<ObservedLease | undefined> {
    const metadata = { name: this.#name, ...(before === undefined ? {} : { resourceVersion: before }) }
    try {
      const written =
        before === undefined
          ? await this.#objects.create(leases, { metadata, spec }, signal)
          : await this.#objects.replace(leases, { metadata, spec }, signal)
      return observedLease(written)
    } catch (error) {
      if (error instanceof ConflictError || error instanceof NotFoundError) return undefined
      throw error
    }
  }
}

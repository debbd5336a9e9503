import type { Readable } from 'node:stream'
import { ForbiddenByClusterError } from '../../core/errors.ts'
import type { SubjectAccess, AccessForSubject } from './subject-access.ts'
import { authorizedNamespace, type Verb } from '../client/api-call.ts'
import type {
  DeleteOptions,
  ListingOptions,
  ListQuery,
  LogQuery,
  ObjectRef,
  PatchOptions,
  Selection,
  ServedCluster,
} from '../read/cluster.ts'
import type { AccessQuery } from './access-review-cache.ts'
import type { RbacSource } from './rbac-hints.ts'
import type { Kind } from '../kind.ts'
import { accessQueriesOf } from './resource-right.ts'
import type { View } from '../read/memoized-view.ts'
import type { Listing, Projection } from '../read/projection.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import type { UserInfo } from '../../core/user-info.ts'
import type { SerializedBody } from '../../core/serialized-body.ts'

/** A right that was reviewed for a response, and the result. */
interface ReviewedRight {
  readonly query: AccessQuery
  readonly allowed: boolean
}

/** Approximate memory of a reviewed right. */
const RIGHT_BYTES = 256

/**
 * Enforces the RBAC rights of one caller in front of a cluster: an access review of the caller precedes every
 * read and write, besides the service's own. Caches are shared by all callers, so each response depends on
 * the rights of the caller who requests it.
 */
export class AuthorizedCluster implements ServedCluster {
  readonly context: string
  readonly #cluster: ServedCluster
  readonly #grants: RbacSource
  readonly #all: SubjectAccess
  readonly #rights: AccessForSubject
  readonly #reviewed: ReviewedRight[] = []

  constructor(cluster: ServedCluster, grants: RbacSource, all: SubjectAccess, subject: UserInfo) {
    this.context = cluster.context
    this.#cluster = cluster
    this.#grants = grants
    this.#all = all
    this.#rights = all.of(subject)
  }

  headers(): Record<string, string> {
    return this.#cluster.headers()
  }

  /** Depends on every right that was reviewed, granted or denied: where one differs, the response would too. */
  dependencies(): Dependencies | undefined {
    const reads = this.#cluster.dependencies()
    return reads && reviewedDependencies(reads, this.#all, this.#reviewed)
  }

  async stillAllowed(): Promise<boolean> {
    try {
      for (const { query, allowed } of this.#reviewed) if (allowed) await this.#rights.demand(query)
      return true
    } catch (error) {
      return !(error instanceof ForbiddenByClusterError)
    }
  }

  async list<T, V>(kind: Kind<T>, selection: Selection, view: View<T, V>): Promise<V[]> {
    await this.#mayList(kind, selection)
    return this.#cluster.list(kind, selection, view)
  }

  async listing<T, V, F extends string>(
    kind: Kind<T>,
    query: ListQuery,
    options: ListingOptions<T, V, F>,
  ): Promise<SerializedBody<Listing<F, V>>> {
    await this.#mayList(kind, query)
    return this.#cluster.listing(kind, query, options)
  }

  async get<T>(kind: Kind<T>, ref: ObjectRef): Promise<T> {
    await this.#may('get', kind, ref)
    return this.#cluster.get(kind, ref)
  }

  async lastKnown<T>(kind: Kind<T>, ref: ObjectRef): Promise<T | undefined> {
    await this.#may('get', kind, ref)
    return this.#cluster.lastKnown(kind, ref)
  }

  async detail<T, V>(
    kind: Kind<T>,
    ref: ObjectRef,
    view: Projection<T, V>,
    now: number,
  ): Promise<SerializedBody<V>> {
    await this.#may('get', kind, ref)
    return this.#cluster.detail(kind, ref, view, now)
  }

  async patch(kind: Kind<unknown>, ref: ObjectRef, patch: object, options: PatchOptions): Promise<void> {
    await this.#may('patch', kind, ref, options.subresource)
    await this.#cluster.patch(kind, ref, patch, options)
  }

  async delete(kind: Kind<unknown>, ref: ObjectRef, options: DeleteOptions): Promise<void> {
    await this.#may('delete', kind, ref)
    await this.#cluster.delete(kind, ref, options)
  }

  async log(kind: Kind<unknown>, ref: ObjectRef, query: LogQuery): Promise<Readable | undefined> {
    await this.#may('get', kind, ref, 'log')
    return this.#cluster.log(kind, ref, query)
  }

  async #mayList(kind: Kind<unknown>, { namespace }: Selection): Promise<void> {
    for (const query of accessQueriesOf({ verb: 'list', kind }, namespace, this.#grants))
      await this.#demand(query)
  }

  async #may(
    verb: Verb,
    kind: Kind<unknown>,
    { namespace: home, name }: ObjectRef,
    subresource?: AccessQuery['subresource'],
  ): Promise<void> {
    const namespace = authorizedNamespace({ kind, namespace: home, name })
    await this.#demand({ verb, kind, ...(subresource === undefined ? {} : { subresource }), namespace, name })
  }

  async #demand(query: AccessQuery): Promise<void> {
    try {
      await this.#rights.demand(query)
      this.#reviewed.push({ query, allowed: true })
    } catch (error) {
      if (error instanceof ForbiddenByClusterError) this.#reviewed.push({ query, allowed: false })
      throw error
    }
  }
}

/** Returns dependencies on reads and on rights. */
function reviewedDependencies(
  reads: Dependencies,
  all: SubjectAccess,
  reviewed: readonly ReviewedRight[],
): Dependencies {
  return {
    weight: reads.weight + RIGHT_BYTES * reviewed.length,
    freshnessFor: (caller) => {
      const rights = all.of(caller)
      const same = reviewed.every(({ query, allowed }) => rights.peek(query) === allowed)
      return same ? reads.freshnessFor(caller) : undefined
    },
  }
}

import type { Readable } from 'node:stream'
import { ForbiddenByClusterError } from '../../core/errors.ts'
import type { SubjectAccess, AccessForSubject } from './subject-access.ts'
import type { Verb } from '../client/api-call.ts'
import type {
  ListingOptions,
  ListQuery,
  LogQuery,
  ObjectRef,
  Selection,
  ServedCluster,
} from '../read/cluster.ts'
import type { AccessQuery } from './access-review-cache.ts'
import type { RbacSource } from './rbac-hints.ts'
import type { ResponseDependencies } from '../read/read-dependencies.ts'
import { pods, type Kind } from '../kinds.ts'
import { scopesOf } from './scopes.ts'
import type { UserInfo } from './token-review.ts'
import type { SerializedJson, Listing, Projection } from '../read/projection.ts'

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
  readonly #asked: AccessQuery[] = []

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

  dependencies(): ResponseDependencies | undefined {
    const ground = this.#cluster.dependencies()
    if (ground === undefined) return undefined
    return {
      validityFor: (subject) => {
        const rights = this.#all.of(subject)
        return this.#asked.every((asked) => rights.allows(asked)) ? ground.validityFor(subject) : undefined
      },
      get unchanged() {
        return ground.unchanged
      },
      nextChange: () => ground.nextChange(),
    }
  }

  async stillAllowed(): Promise<boolean> {
    try {
      for (const asked of this.#asked) await this.#rights.demand(asked)
      return true
    } catch (error) {
      return !(error instanceof ForbiddenByClusterError)
    }
  }

  async list<T, V>(kind: Kind<T>, selection: Selection, view: (object: T) => V | undefined): Promise<V[]> {
    await this.#mayList(kind, selection)
    return this.#cluster.list(kind, selection, view)
  }

  async listing<T, V, F extends string>(
    kind: Kind<T>,
    query: ListQuery,
    options: ListingOptions<T, V, F>,
  ): Promise<SerializedJson<Listing<F, V>>> {
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
  ): Promise<SerializedJson<V>> {
    await this.#may('get', kind, ref)
    return this.#cluster.detail(kind, ref, view, now)
  }

  async patch(kind: Kind<unknown>, ref: ObjectRef, patch: object): Promise<void> {
    await this.#may('patch', kind, ref)
    await this.#cluster.patch(kind, ref, patch)
  }

  async delete(kind: Kind<unknown>, ref: ObjectRef, uid: string, gracePeriodSeconds?: number): Promise<void> {
    await this.#may('delete', kind, ref)
    await this.#cluster.delete(kind, ref, uid, gracePeriodSeconds)
  }

  async log(ref: ObjectRef, query: LogQuery): Promise<Readable | undefined> {
    await this.#demand({
      verb: 'get',
      kind: pods,
      subresource: 'log',
      namespace: ref.namespace,
      name: ref.name,
    })
    return this.#cluster.log(ref, query)
  }

  async #mayList(kind: Kind<unknown>, { namespace }: Selection): Promise<void> {
    for (const scope of scopesOf(kind, namespace, this.#grants))
      await this.#demand({ verb: 'list', kind, namespace: scope })
  }

  async #may(verb: Verb, kind: Kind<unknown>, { namespace, name }: ObjectRef): Promise<void> {
    await this.#demand({ verb, kind, namespace, name })
  }

  async #demand(asked: AccessQuery): Promise<void> {
    await this.#rights.demand(asked)
    this.#asked.push(asked)
  }
}

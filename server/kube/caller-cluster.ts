import type { Readable } from 'node:stream'
import { Denied } from '../errors.ts'
import type { CallersRights, CallerRights } from './caller-rights.ts'
import type { Verb } from './call.ts'
import type { ListingOptions, ListQuery, LogQuery, ObjectRef, Selection, ServedCluster } from './cluster.ts'
import type { Asked } from './gate.ts'
import type { Grants } from './grants.ts'
import type { ServedGround } from './ground.ts'
import { pods, type Kind } from './kinds.ts'
import { scopesOf } from './scopes.ts'
import type { Subject } from './token-review.ts'
import type { JsonBytes, Listing, View } from './view.ts'

/**
 * A cluster as one caller may see it: before anything is looked at, the cluster is asked whether this caller may, as well as
 * the service. What is watched and held is shared by all, so each answer is held to the rights of who asks for it.
 */
export class CallerCluster implements ServedCluster {
  readonly context: string
  readonly #cluster: ServedCluster
  readonly #grants: Grants
  readonly #all: CallersRights
  readonly #rights: CallerRights
  readonly #asked: Asked[] = []

  constructor(cluster: ServedCluster, grants: Grants, all: CallersRights, subject: Subject) {
    this.context = cluster.context
    this.#cluster = cluster
    this.#grants = grants
    this.#all = all
    this.#rights = all.of(subject)
  }

  headers(): Record<string, string> {
    return this.#cluster.headers()
  }

  ground(): ServedGround | undefined {
    const ground = this.#cluster.ground()
    if (ground === undefined) return undefined
    return {
      standing: (subject) => {
        const rights = this.#all.of(subject)
        return this.#asked.every((asked) => rights.allows(asked)) ? ground.standing(subject) : undefined
      },
      get same() {
        return ground.same
      },
      moved: () => ground.moved(),
    }
  }

  async stillAllowed(): Promise<boolean> {
    try {
      for (const asked of this.#asked) await this.#rights.demand(asked)
      return true
    } catch (error) {
      return !(error instanceof Denied)
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
  ): Promise<JsonBytes<Listing<F, V>>> {
    await this.#mayList(kind, query)
    return this.#cluster.listing(kind, query, options)
  }

  async get<T>(kind: Kind<T>, ref: ObjectRef): Promise<T> {
    await this.#may('get', kind, ref)
    return this.#cluster.get(kind, ref)
  }

  async seen<T>(kind: Kind<T>, ref: ObjectRef): Promise<T | undefined> {
    await this.#may('get', kind, ref)
    return this.#cluster.seen(kind, ref)
  }

  async detail<T, V>(kind: Kind<T>, ref: ObjectRef, view: View<T, V>, now: number): Promise<JsonBytes<V>> {
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

  async #demand(asked: Asked): Promise<void> {
    await this.#rights.demand(asked)
    this.#asked.push(asked)
  }
}

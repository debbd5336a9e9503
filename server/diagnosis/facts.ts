import { inNamespace } from '../cluster/client/api-call.ts'
import type { Kind } from '../cluster/kind.ts'
import type { ObjectRef } from '../cluster/read/cluster.ts'
import type { ObjectMeta, Time } from '../cluster/objects.ts'
import type { KubernetesObject } from '../kinds/define-kind.ts'
import { events as eventKind } from '../kinds/events/kind.ts'
import type { Event } from '../kinds/events/model.ts'
import { eventPosition, isEventOf } from '../kinds/events/projections.ts'
import type { Finding } from './finding.ts'

/** Selects objects for a rule. Without a namespace: in all. */
export interface FactSelection {
  readonly namespace?: string
  readonly labelSelector?: string
  /** One field that the kind declares as selectable, `spec.nodeName=worker`. */
  readonly fieldSelector?: string
  /** Uid of the controller. */
  readonly controlledBy?: string
}

/**
 * The state of a cluster for rules, read without waiting. Both methods throw FactUnavailableError for objects that
 * may not be read, and FactPendingError for objects that are read first: the rules then run again.
 */
export interface FactSource {
  /** Returns an object; undefined if it does not exist. */
  get<T extends KubernetesObject>(kind: Kind<T>, ref: ObjectRef): T | undefined
  /** Returns the selected objects in the order of `namespace/name`. */
  list<T extends KubernetesObject>(kind: Kind<T>, selection: FactSelection): readonly T[]
  /** Returns the last lines of a container's log; undefined where logs are not read. */
  log(ref: ObjectRef, container: string, previous: boolean): readonly string[] | undefined
}

/** The objects are being read. */
export class FactPendingError extends Error {}

/** The objects may not be read, or the cluster did not return them. */
export class FactUnavailableError extends Error {
  readonly kind: Kind<unknown>
  readonly namespace: string | undefined

  constructor(kind: Kind<unknown>, namespace: string | undefined, options?: ErrorOptions) {
    super(`${kind.plural} cannot be read`, options)
    this.kind = kind
    this.namespace = namespace
  }
}

/** Objects that a rule could not read. */
export interface UnavailableFact {
  readonly kind: Kind<unknown>
  readonly namespace: string | undefined
  /** The error of the cluster. */
  readonly cause?: unknown
}

const NOTHING: ReadonlySet<string> = new Set()

/** Everything that an evaluation depends on, besides its own object. Most evaluations depend on nothing, so it takes no memory for that. */
export class FactLog {
  #keys: Set<string> | undefined
  #kinds: Set<string> | undefined
  #unavailable: UnavailableFact[] | undefined
  /** Time at which the result may change by itself, in milliseconds since 1970. */
  recheckAt = Infinity

  /** Keys of the objects and lists that were read. */
  get keys(): ReadonlySet<string> {
    return this.#keys ?? NOTHING
  }

  /** Keys of their kinds. */
  get kinds(): ReadonlySet<string> {
    return this.#kinds ?? NOTHING
  }

  get unavailable(): readonly UnavailableFact[] {
    return this.#unavailable ?? []
  }

  read(key: string, kind: Kind<unknown>): void {
    this.#keys = (this.#keys ?? new Set()).add(key)
    this.#kinds = (this.#kinds ?? new Set()).add(kindKey(kind))
  }

  miss(fact: UnavailableFact): void {
    const isKnown = this.unavailable.some(
      ({ kind, namespace }) => kindKey(kind) === kindKey(fact.kind) && namespace === fact.namespace,
    )
    if (!isKnown) this.#unavailable = [...this.unavailable, fact]
  }

  add(other: FactLog): void {
    if (other.#keys !== undefined) this.#keys = addAll(this.#keys, other.#keys)
    if (other.#kinds !== undefined) this.#kinds = addAll(this.#kinds, other.#kinds)
    for (const fact of other.unavailable) this.miss(fact)
    this.recheckAt = Math.min(this.recheckAt, other.recheckAt)
  }
}

/** Adds texts to a set, which is made if there is none. */
function addAll(set: Set<string> | undefined, texts: ReadonlySet<string>): Set<string> {
  if (set === undefined) return new Set(texts)
  for (const one of texts) set.add(one)
  return set
}

/** Maximum number of Events of an object that rules look at. */
const MAX_EVENTS = 200

/** Returns the findings of another object, and records what they depend on. */
export type Diagnose = (
  kind: Kind<KubernetesObject>,
  object: KubernetesObject,
  log: FactLog,
) => readonly Finding[]

/** Returns a value that a pass of the rules computes once, and records what it depends on. */
export type ComputeOnce = <V>(key: string, compute: (facts: Facts) => V, log: FactLog) => V

/** The work of a pass of the rules that several of them share. */
export interface SharedWork {
  readonly diagnose: Diagnose
  readonly once: ComputeOnce
}

/** The facts that a rule reads. Every method may throw FactPendingError or FactUnavailableError; rules let them pass. */
export class Facts {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly #source: FactSource
  readonly #log: FactLog
  readonly #shared: SharedWork

  constructor(source: FactSource, now: number, log: FactLog, shared: SharedWork) {
    this.now = now
    this.#source = source
    this.#log = log
    this.#shared = shared
  }

  /** Returns an object; undefined if it does not exist. */
  get<T extends KubernetesObject>(kind: Kind<T>, name: string, namespace?: string): T | undefined {
    const ref = kind.namespaced && namespace !== undefined ? { name, namespace } : { name }
    this.#log.read(objectKey(kind, ref), kind)
    return this.#source.get(kind, ref)
  }

  /** Returns the objects of some names that exist, by name. They are read at the same time. */
  getAll<T extends KubernetesObject>(
    kind: Kind<T>,
    names: Iterable<string>,
    namespace?: string,
  ): ReadonlyMap<string, T> {
    const read = (name: string) => [name, this.get(kind, name, namespace)] as const
    const found = this.together(new Set(names), read)
    return new Map(found.flatMap(([name, object]) => (object === undefined ? [] : [[name, object] as const])))
  }

  /** Returns what a function reads for each of several subjects. They are read at the same time. */
  together<T, V>(subjects: Iterable<T>, read: (subject: T) => V): V[] {
    const values: V[] = []
    let pending: FactPendingError | undefined
    for (const subject of subjects) {
      try {
        values.push(read(subject))
      } catch (error) {
        if (!(error instanceof FactPendingError)) throw error
        pending = error
      }
    }
    if (pending !== undefined) throw pending
    return values
  }

  /** Returns the selected objects in the order of `namespace/name`. */
  list<T extends KubernetesObject>(kind: Kind<T>, selection: FactSelection): readonly T[] {
    this.#log.read(listKey(kind, selection), kind)
    return this.#source.list(kind, selection)
  }

  /** Returns the Events of an object, newest first. */
  events(kind: Kind<unknown>, { metadata }: KubernetesObject): readonly Event[] {
    const { name, namespace } = metadata
    const ref = { name, ...inNamespace(namespace) }
    return this.once(`events ${objectKey(kind, ref)}`, (shared) => shared.#sortedEvents(kind, metadata))
  }

  #sortedEvents({ kind }: Kind<unknown>, { name, namespace, uid }: ObjectMeta): readonly Event[] {
    const found = this.list(eventKind, {
      ...inNamespace(namespace),
      fieldSelector: `involvedObject.name=${name}`,
    })
    // The kubelet names its node by the name in place of the uid.
    const subject = { kind, name, ...inNamespace(namespace), uids: [uid, name] }
    return found
      .filter((event) => isEventOf(event, subject))
      .map((event) => ({ event, at: eventPosition(event) }))
      .toSorted((one, other) => (one.at < other.at ? -1 : 1))
      .slice(0, MAX_EVENTS)
      .map(({ event }) => event)
  }

  /** Returns the findings of another object, for `causes`. */
  findings<T extends KubernetesObject>(kind: Kind<T>, object: T): readonly Finding[] {
    const { name, namespace } = object.metadata
    this.#log.read(objectKey(kind, { name, ...inNamespace(namespace) }), kind)
    return this.#shared.diagnose(kind, object, this.#log)
  }

  /** Returns the last lines of a container's log; empty where logs are not read. */
  log({ metadata }: KubernetesObject, container: string, previous: boolean): readonly string[] {
    const { name, namespace } = metadata
    const ref = { name, ...inNamespace(namespace) }
    return this.optional(() => this.#source.log(ref, container, previous)) ?? []
  }

  /** Returns what a function computes from facts alone, once for all objects of a pass that need it. */
  once<V>(key: string, compute: (facts: Facts) => V): V {
    return this.#shared.once(key, compute, this.#log)
  }

  /** Returns what a function reads; undefined if it may not be read, which is reported with the findings. */
  optional<V>(read: () => V): V | undefined {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof FactUnavailableError)) throw error
      this.#log.miss(error)
      return undefined
    }
  }

  /** Whether so much time has passed since a moment; if not, the rule runs again when it has. */
  elapsed(since: Time | undefined, milliseconds: number): boolean {
    const start = Date.parse(since ?? '')
    if (Number.isNaN(start)) return false
    const at = start + milliseconds
    if (this.now >= at) return true
    this.#log.recheckAt = Math.min(this.#log.recheckAt, at)
    return false
  }
}

/** Returns a text that identifies a kind. */
export function kindKey({ plural, apiGroup }: Kind<unknown>): string {
  return `${plural}.${apiGroup}`
}

/** Returns the key of an object in dependencies. */
export function objectKey(kind: Kind<unknown>, { name, namespace }: ObjectRef): string {
  return `object ${kindKey(kind)} ${namespace ?? ''}/${name}`
}

/**
 * Returns the key of a list in dependencies. It may stand for more objects than are selected: a selection by label depends on
 * every object of the namespace.
 */
export function listKey(kind: Kind<unknown>, selection: FactSelection): string {
  const { namespace, fieldSelector, controlledBy } = selection
  if (controlledBy !== undefined) return controllerKey(kind, controlledBy)
  const [field, value] = fieldSelector?.split('=') ?? []
  if (field !== undefined && field === kind.fields?.[0]) return fieldKey(kind, value ?? '')
  return namespaceKey(kind, namespace)
}

export function controllerKey(kind: Kind<unknown>, uid: string): string {
  return `controller ${kindKey(kind)} ${uid}`
}

export function fieldKey(kind: Kind<unknown>, value: string): string {
  return `field ${kindKey(kind)} ${value}`
}

export function namespaceKey(kind: Kind<unknown>, namespace: string | undefined): string {
  return `namespace ${kindKey(kind)} ${namespace ?? '*'}`
}

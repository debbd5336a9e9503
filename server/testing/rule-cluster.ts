import { Store } from '../cluster/cache/store.ts'
import type { Kind } from '../cluster/kind.ts'
import type { ObjectRef } from '../cluster/read/cluster.ts'
import { CachedFacts, type StoresOf } from '../diagnosis/cached-facts.ts'
import { rulesByKind, type AnyRule } from '../diagnosis/define-rule.ts'
import { Diagnosis } from '../diagnosis/diagnosis.ts'
import { kindKey, type FactLog } from '../diagnosis/facts.ts'
import type { Finding } from '../diagnosis/finding.ts'
import { rules as registered } from '../diagnosis/register.ts'
import { isObject } from '../core/json.ts'
import type { KubernetesObject } from '../kinds/define-kind.ts'
import { cachedObjectFactory } from './build-cached-object.ts'
import { now } from './metadata.ts'

/** The rules that tests run by default: one that runs where no other matches would hide that none does. */
const ordinary = registered.filter(({ isFallback }) => isFallback !== true)

interface Options {
  /** Milliseconds since 1970. Default: `now` of the tests of projections. */
  readonly now?: number
  /** Kinds that may not be read. */
  readonly denied?: readonly Kind<unknown>[]
  /** Lines of logs, by `namespace/pod container`; those of the run before by `namespace/pod container previous`. */
  readonly logs?: Readonly<Record<string, readonly string[]>>
  readonly rules?: readonly AnyRule[]
}

/** Facts with logs, for rules that read them. */
class LoggedFacts extends CachedFacts {
  readonly #logs: NonNullable<Options['logs']>

  constructor(logs: NonNullable<Options['logs']>, ...rest: ConstructorParameters<typeof CachedFacts>) {
    super(...rest)
    this.#logs = logs
  }

  override log(
    { namespace = '', name }: ObjectRef,
    container: string,
    previous: boolean,
  ): readonly string[] | undefined {
    return this.#logs[`${namespace}/${name} ${container}${previous ? ' previous' : ''}`]
  }
}

/** A cluster for the tests of rules: it holds objects as watch caches do, without the fields that those drop. */
export class RuleCluster {
  readonly #stores = new Map<string, Store<unknown>>()
  readonly #options: Options
  #version = 1

  constructor(options: Options = {}) {
    this.#options = options
  }

  /** Adds an object, or replaces that of its name. Missing metadata is filled in: namespace `shop`, uid `uid-<name>`. */
  add(kind: Kind<unknown>, name: string, fields: object = {}): this {
    const metadata = 'metadata' in fields && isObject(fields.metadata) ? fields.metadata : {}
    const object = {
      ...fields,
      metadata: {
        name,
        ...(kind.namespaced ? { namespace: 'shop' } : {}),
        uid: `uid-${name}`,
        creationTimestamp: '2026-11-27T11:00:00Z',
        ...metadata,
        resourceVersion: String(++this.#version),
      },
    }
    this.#store(kind).apply(cachedObjectFactory(kind).entry(object), false)
    return this
  }

  /** Returns the findings of an object. */
  findings<T extends KubernetesObject>(kind: Kind<T>, name: string, namespace = 'shop'): readonly Finding[] {
    return this.#diagnose(kind, name, namespace).findings
  }

  /** Returns what the findings of an object depend on. */
  dependencies<T extends KubernetesObject>(kind: Kind<T>, name: string, namespace = 'shop'): FactLog {
    return this.#diagnose(kind, name, namespace).log
  }

  #diagnose<T extends KubernetesObject>(kind: Kind<T>, name: string, namespace: string) {
    const { denied = [], logs = {}, rules = ordinary, now: time = now } = this.#options
    const hidden = new Set(denied.map(kindKey))
    const stores: StoresOf = <S>(one: Kind<S>) => [
      // The store is that of the kind, so the type matches.
      { namespace: undefined, store: this.#store(one) as Store<S> },
    ]
    const source = new LoggedFacts(logs, stores, (one) => !hidden.has(kindKey(one)))
    const object = source.get(kind, kind.namespaced ? { name, namespace } : { name })
    if (object === undefined) throw new Error(`the test has no ${kind.kind} "${name}"`)
    const failed = (rule: string, error: unknown): never => {
      throw new Error(`rule ${rule} failed`, { cause: error })
    }
    return new Diagnosis({ source, rules: rulesByKind(rules), now: time, failed }).of(kind, object)
  }

  #store(kind: Kind<unknown>): Store<unknown> {
    const key = kindKey(kind)
    const store = this.#stores.get(key) ?? new Store<unknown>(kind)
    if (store.version === undefined) store.replace(store.list(), '1')
    this.#stores.set(key, store)
    return store
  }
}

/** Returns the owner reference of a controller that a test has added. */
export function controlledBy(kind: string, name: string) {
  return {
    ownerReferences: [{ apiVersion: 'apps/v1', kind, name, uid: `uid-${name}`, controller: true }],
  }
}

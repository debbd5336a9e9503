import type { CachedObject } from '../cluster/cache/cached-object.ts'
import { everything } from '../cluster/cache/compiled-selector.ts'
import type { StoreUpdate } from '../cluster/cache/store.ts'
import type { WatchableCluster } from '../cluster/cache/watchable-cluster.ts'
import type { Kind } from '../cluster/kind.ts'
import { background, reportFailure } from '../core/background.ts'
import type { ClusterError, ForbiddenByClusterError } from '../core/errors.ts'
import { pause, type Clock } from '../core/clock.ts'
import { TimeSlice, type Scheduler } from '../core/scheduler.ts'
import type { KubernetesObject } from '../kinds/define-kind.ts'
import { CachedFacts, type MayRead } from './cached-facts.ts'
import { rulesByKind, type AnyRule, type RulesByKind } from './define-rule.ts'
import { Diagnosis } from './diagnosis.ts'
import { controllerKey, fieldKey, kindKey, namespaceKey, objectKey, type FactLog } from './facts.ts'
import type { Finding, ObjectName } from './finding.ts'
import { ruleFailures } from './rule-failures.ts'
import { FollowedCaches, type UnreadableKind } from './followed-caches.ts'

/** Time for which the rights of the service count as checked, as for cached reads. */
const VERIFIED_MS = 8000
/** Time for which changes are collected before the rules run. */
const COLLECT_MS = 100
/** Time slice of the rules. */
const SLICE_MS = 2
/** Objects per pass of the rules: a pass keeps what it has parsed. */
const PASS_OBJECTS = 200

interface KeptFindingsOptions {
  readonly rules: readonly AnyRule[]
  /** Every kind that rules read. */
  readonly kinds: readonly Kind<KubernetesObject>[]
  readonly time: Clock
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly scheduler: Scheduler
}

/** An object that rules are about. */
interface Subject {
  readonly kind: Kind<KubernetesObject>
  readonly namespace: string
  readonly name: string
}

/** A pass of the rules over one state of the caches. */
interface Pass {
  readonly source: CachedFacts
  readonly diagnosis: Diagnosis
  objects: number
}

/** The findings of an object, kept until something that they depend on changes. */
interface KeptDiagnosis {
  readonly findings: readonly Finding[]
  readonly log: FactLog
  /** The findings as text, to tell whether they changed. */
  readonly text: string
}

/**
 * The findings of every object of one context, kept up as objects change: the rules run again for an object when it, or anything
 * they read for it, has changed. Healthy objects that nothing else decides about take no memory.
 */
export class KeptFindings {
  readonly #options: KeptFindingsOptions
  readonly #caches: FollowedCaches
  readonly #kinds = new Map<string, Kind<KubernetesObject>>()
  readonly #rules: AnyRule[] = []
  #rulesByKind: RulesByKind = new Map()
  readonly #kept = new Map<string, KeptDiagnosis>()
  /** The subjects whose diagnosis depends on a key. */
  readonly #dependents = new Map<string, Set<string>>()
  readonly #dirty = new Map<string, Subject>()
  readonly #stopped = new AbortController()
  #version = 0
  #verifiedAt = -Infinity
  /** The pass of the rules since the last change of the caches. */
  #pass: Pass | undefined
  #running = false
  #cancelRecheck: () => void = () => undefined
  #settled = Promise.withResolvers<void>()
  #isSettled = false

  constructor(cluster: WatchableCluster, options: KeptFindingsOptions) {
    this.#options = options
    this.#caches = new FollowedCaches(cluster, {
      time: options.time,
      listener: {
        changed: (kind, update) => this.#changed(kind, update),
        replaced: () => this.#diagnoseAll(),
      },
    })
    this.follow(options)
  }

  /** The kinds that the rules read. */
  get kinds(): readonly Kind<KubernetesObject>[] {
    return [...this.#kinds.values()]
  }

  /** Adds rules, and kinds that they read; those that are followed already are left as they are. */
  follow({ rules, kinds }: Pick<KeptFindingsOptions, 'rules' | 'kinds'>): void {
    const added = kinds.filter((kind) => !this.#kinds.has(kindKey(kind)))
    for (const kind of added) this.#kinds.set(kindKey(kind), kind)
    for (const rule of rules) {
      if (this.#rules.some(({ id, on }) => id === rule.id && kindKey(on) === kindKey(rule.on))) continue
      this.#rules.push(rule)
    }
    this.#rulesByKind = rulesByKind(this.#rules)
    this.#caches.follow(added)
    if (added.length > 0) this.#diagnoseAll()
  }

  /** Changes whenever the findings do. */
  get version(): number {
    return this.#version
  }

  /** Whether the rights of the service were checked lately. */
  get isVerified(): boolean {
    return this.#options.time.now() - this.#verifiedAt < VERIFIED_MS
  }

  /** Checks that the service may still read the objects. Rejects with ClusterError if the cluster has not decided for too long. */
  async verify(signal: AbortSignal): Promise<void> {
    if (this.isVerified) return
    await this.#caches.verify(signal)
    this.#verifiedAt = this.#options.time.now()
  }

  /** Returns the denials of a namespace that the service is not granted; none for one that is followed. */
  async denialsIn(namespace: string, signal: AbortSignal): Promise<readonly ForbiddenByClusterError[]> {
    return this.#caches.denialsIn(namespace, signal)
  }

  /** Returns all findings. */
  get findings(): readonly Finding[] {
    return [...this.#kept.values()].flatMap(({ findings }) => findings)
  }

  /** The kinds that the rules do without. */
  get unreadable(): readonly UnreadableKind[] {
    return this.#caches.unreadable
  }

  /** The failure of the cluster, if nothing can be read because of it. */
  get failure(): ClusterError | undefined {
    return this.#caches.failure
  }

  /** The kinds that are still being read. */
  get syncing(): readonly Kind<unknown>[] {
    return this.#caches.syncing
  }

  /** Whether every kind is in sync or denied, and every object was diagnosed. */
  get settled(): boolean {
    return this.#isSettled
  }

  /** Resolves when every kind is in sync or denied, and every object was diagnosed; at the latest when the signal fires. */
  async whenSettled(signal: AbortSignal): Promise<void> {
    if (this.#isSettled || signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => resolve(), { once: true })
    await Promise.race([this.#settled.promise, promise])
  }

  /**
   * Diagnoses the objects of findings again with others hidden, as for a caller who may not read those. Returns all findings of
   * these objects: without some facts, another rule may match.
   */
  async restricted(findings: readonly Finding[], mayRead: MayRead): Promise<readonly Finding[]> {
    const source = new CachedFacts((kind) => this.#caches.stores(kind), mayRead)
    const { diagnosis } = this.#newPass(source)
    const slices = new TimeSlice(this.#options.scheduler, SLICE_MS)
    const found: Finding[] = []
    const objects = new Map(findings.map((one) => [keyOfFinding(one), one]))
    for (const { subject, subjectKind } of objects.values()) {
      const kind = this.#kinds.get(subjectKind)
      const object = kind === undefined ? undefined : source.get(kind, subject)
      if (kind === undefined || object === undefined) continue
      found.push(...diagnosis.of(kind, object).findings)
      if (slices.expired) await slices.yield()
    }
    return found
  }

  stop(): void {
    this.#stopped.abort()
    this.#caches.stop()
    this.#cancelRecheck()
    this.#kept.clear()
    this.#dependents.clear()
    this.#dirty.clear()
  }

  #changed(kind: Kind<unknown>, { changes }: StoreUpdate<unknown>): void {
    this.#pass = undefined
    for (const { before, after } of changes) {
      const entry = after ?? before
      if (entry === undefined) continue
      const { namespace, name } = entry
      if (this.#rulesByKind.has(kindKey(kind))) this.#markDirty(this.#subject(kind, namespace, name))
      for (const key of keysOf(kind, [before, after])) this.#markDependents(key)
    }
    this.#run()
  }

  /** Diagnoses every object: a kind was read for the first time or anew, or is denied. */
  #diagnoseAll(): void {
    if (this.#stopped.signal.aborted) return
    this.#pass = undefined
    if (this.#isSettled) this.#settled = Promise.withResolvers<void>()
    this.#isSettled = false
    this.#run()
  }

  #markDependents(key: string): void {
    for (const dependent of this.#dependents.get(key) ?? []) {
      const subject = this.#parseSubject(dependent)
      if (subject !== undefined) this.#markDirty(subject)
    }
  }

  #subject(kind: Kind<unknown>, namespace: string, name: string): Subject {
    const known = this.#kinds.get(kindKey(kind))
    if (known === undefined) throw new Error(`${kind.plural} are not read by rules`)
    return { kind: known, namespace, name }
  }

  #parseSubject(key: string): Subject | undefined {
    const [ofKind = '', path = ''] = key.split(' ')
    const kind = this.#kinds.get(ofKind)
    const slash = path.indexOf('/')
    return kind === undefined
      ? undefined
      : { kind, namespace: path.slice(0, slash), name: path.slice(slash + 1) }
  }

  #markDirty(subject: Subject): void {
    this.#dirty.set(subjectKey(subject), subject)
  }

  #run(): void {
    if (this.#running) return
    this.#running = true
    background(
      'diagnosis',
      () => this.#process(),
      () => {
        this.#running = false
      },
    )
  }

  async #process(): Promise<void> {
    const { time, scheduler } = this.#options
    const { signal } = this.#stopped
    while (!signal.aborted) {
      await pause(time, COLLECT_MS, signal)
      if (signal.aborted) break
      const isComplete = this.#caches.syncing.length === 0
      // Rules would take what is not read yet for absent, so they wait for every kind.
      if (!this.#isSettled && isComplete) this.#markAll()
      else if (!this.#isSettled) break
      const slices = new TimeSlice(scheduler, SLICE_MS)
      for (const [key, subject] of this.#dirty) {
        this.#dirty.delete(key)
        this.#diagnoseSafely(key, subject)
        if (slices.expired) await slices.yield()
        if (signal.aborted) return
      }
      if (isComplete && !this.#isSettled && this.#caches.syncing.length === 0) {
        this.#isSettled = true
        this.#settled.resolve()
      }
      if (this.#dirty.size === 0) break
    }
    this.#running = false
    // Whole objects may contain secrets of others, such as a copy of a Secret in an annotation.
    this.#pass = undefined
    this.#recheckLater()
  }

  #markAll(): void {
    for (const kind of this.#kinds.values()) {
      if (!this.#rulesByKind.has(kindKey(kind))) continue
      for (const { store, namespace: scope } of this.#caches.stores(kind) ?? [])
        for (const { namespace, name } of store.select(scope, everything))
          this.#markDirty({ kind, namespace, name })
    }
    // An object that is gone has findings no more.
    for (const key of this.#kept.keys()) {
      const subject = this.#parseSubject(key)
      if (subject !== undefined) this.#markDirty(subject)
    }
  }

  /** Diagnoses an object; one that cannot be read has no findings, and does not end the diagnosis of the others. */
  #diagnoseSafely(key: string, subject: Subject): void {
    try {
      this.#diagnose(key, subject)
    } catch (error) {
      this.#pass = undefined
      this.#keep(key, undefined)
      reportFailure('diagnosis', error)
    }
  }

  #diagnose(key: string, { kind, namespace, name }: Subject): void {
    const pass = (this.#pass ??= this.#newPass())
    if (++pass.objects >= PASS_OBJECTS) this.#pass = undefined
    const at = kind.namespaced ? { namespace, name } : { name }
    const object = this.#caches.stores(kind) === undefined ? undefined : pass.source.get(kind, at)
    this.#keep(key, object === undefined ? undefined : pass.diagnosis.of(kind, object))
  }

  #newPass(source = new CachedFacts((kind) => this.#caches.stores(kind))): Pass {
    const now = this.#options.clock()
    const rules = this.#rulesByKind
    const failed = (rule: string, error: unknown, subject: ObjectName): void =>
      ruleFailures.report(rule, { subject, error, now })
    return { source, diagnosis: new Diagnosis({ source, rules, now, failed }), objects: 0 }
  }

  #keep(key: string, diagnosis: Pick<KeptDiagnosis, 'findings' | 'log'> | undefined): void {
    const before = this.#kept.get(key)
    for (const read of before?.log.keys ?? []) {
      const dependents = this.#dependents.get(read)
      dependents?.delete(key)
      if (dependents?.size === 0) this.#dependents.delete(read)
    }
    const { findings = [], log } = diagnosis ?? {}
    const text = findings.length === 0 ? '' : JSON.stringify(findings, textOfFinding)
    if (text !== (before?.text ?? '')) this.#version++
    if (log === undefined || (findings.length === 0 && log.keys.size === 0 && log.recheckAt === Infinity)) {
      this.#kept.delete(key)
      return
    }
    for (const read of log.keys) {
      const dependents = this.#dependents.get(read)
      if (dependents === undefined) this.#dependents.set(read, new Set([key]))
      else dependents.add(key)
    }
    this.#kept.set(key, { findings, log, text })
  }

  /** Runs the rules again when the first finding changes by the passing of time. */
  #recheckLater(): void {
    this.#cancelRecheck()
    let next = Infinity
    for (const { log } of this.#kept.values()) if (log.recheckAt < next) next = log.recheckAt
    if (next === Infinity || this.#stopped.signal.aborted) return
    this.#cancelRecheck = this.#options.time.after(Math.max(0, next - this.#options.clock()), () => {
      const now = this.#options.clock()
      for (const [key, { log }] of this.#kept) {
        const subject = log.recheckAt <= now ? this.#parseSubject(key) : undefined
        if (subject !== undefined) this.#markDirty(subject)
      }
      this.#pass = undefined
      this.#run()
    })
  }
}

/** Returns the keys that a change of an object concerns. */
function keysOf(kind: Kind<unknown>, entries: readonly (CachedObject<unknown> | undefined)[]): Set<string> {
  const keys = new Set<string>()
  for (const entry of entries) {
    if (entry === undefined) continue
    const { namespace, name, controller } = entry
    keys.add(objectKey(kind, { namespace, name }))
    keys.add(namespaceKey(kind, namespace))
    keys.add(namespaceKey(kind, undefined))
    keys.add(fieldKey(kind, entry.field(0)))
    if (controller !== undefined) keys.add(controllerKey(kind, controller))
  }
  return keys
}

/** Writes the causes of a finding as their ids, and its kinds not at all: those are not shown. */
function textOfFinding(member: string, value: unknown): unknown {
  if (member === 'kinds') return undefined
  return member === 'causes' ? (value as readonly Finding[]).map(({ id }) => id) : value
}

/** Returns the key of the object that a finding is about. */
export function keyOfFinding({ subject, subjectKind }: Pick<Finding, 'subject' | 'subjectKind'>): string {
  return keyOf(subjectKind, subject)
}

function keyOf(kind: string, { namespace = '', name }: Pick<ObjectName, 'namespace' | 'name'>): string {
  return `${kind} ${namespace}/${name}`
}

function subjectKey({ kind, namespace, name }: Subject): string {
  return keyOf(kindKey(kind), { namespace, name })
}

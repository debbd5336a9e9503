import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../clock.ts'
import { complete } from '../default-metadata.ts'
import { type Kind, kindOf } from '../kinds.ts'
import type { KubeObject } from '../object.ts'
import type { Pace } from '../timing.ts'
import type { Recorder } from '../event-recorder.ts'
import type { Store } from '../store.ts'
import { withDefaults } from '../writes/defaults.ts'
import { managedAfter } from '../writes/fields.ts'
import type { Revision } from '../change.ts'

/** The dependencies of every controller. */
export interface ControllerContext {
  readonly store: Store
  readonly clock: Clock
  readonly pace: Pace
  readonly recorder: Recorder
}

/** Stores a new object with its defaults, as if its controller had created it through the API. */
export function createObject(
  { store, clock }: ControllerContext,
  object: KubeObject,
  manager: string,
): KubeObject {
  const kind = kindOf(object)
  if (kind === undefined) throw new Error(`no kind ${object.apiVersion} ${object.kind}`)
  const created = complete(kind, withDefaults(kind, object), clock.now())
  const managedFields = managedAfter(undefined, created, { manager, now: clock.now() })
  return store.put(kind, { ...created, metadata: { ...created.metadata, managedFields } }).object
}

/** Stores a changed object, unless nothing changed. A change of the spec increments the generation. */
export function updateObject(
  { store, clock }: ControllerContext,
  kind: Kind,
  before: KubeObject,
  after: KubeObject,
  writer: { manager: string; subresource?: string },
): KubeObject {
  if (isDeepStrictEqual(before, after)) return before
  const metadata = { ...after.metadata }
  if (kind.hasGeneration && !isDeepStrictEqual(before['spec'], after['spec'])) {
    metadata.generation = (before.metadata.generation ?? 0) + 1
  }
  metadata.managedFields = managedAfter(before, after, { ...writer, now: clock.now() })
  return store.put(kind, { ...after, metadata }).object
}

/** Lists the objects of a kind that an owner controls. */
export function controlledBy(store: Store, kind: Kind, owner: KubeObject): Revision[] {
  const { namespace, uid } = owner.metadata
  return store
    .list(kind, namespace)
    .filter(({ object }) =>
      (object.metadata.ownerReferences ?? []).some(
        (reference) => reference.controller && reference.uid === uid,
      ),
    )
}

/** Runs a reconciliation per key: shortly after the first request, once for all requests until then. */
export class WorkQueue {
  private readonly waiting = new Set<string>()
  private readonly clock: Clock
  private readonly delay: number
  private readonly reconcile: (key: string) => void

  constructor(clock: Clock, delay: number, reconcile: (key: string) => void) {
    this.clock = clock
    this.delay = delay
    this.reconcile = reconcile
  }

  add(key: string): void {
    if (this.waiting.has(key)) return
    this.waiting.add(key)
    this.clock.after(this.delay, () => {
      this.waiting.delete(key)
      this.reconcile(key)
    })
  }
}

/** Returns the key of the object's controller, if that is of the given kind. */
export function controllerKey(object: KubeObject, ownerKind: string): string | undefined {
  const owner = object.metadata.ownerReferences?.find(({ controller }) => controller === true)
  return owner?.kind === ownerKind ? `${object.metadata.namespace}/${owner.name}` : undefined
}

/** Splits a key into namespace and name. */
export function splitKey(key: string): [string, string] {
  const position = key.indexOf('/')
  return [key.slice(0, position), key.slice(position + 1)]
}

import { createHash } from 'node:crypto'
import type { Clock } from './clock.ts'
import { complete } from './default-metadata.ts'
import { kindNamed } from './kinds.ts'
import { type KubeObject, timestamp } from './object.ts'
import type { Store } from './store.ts'
import { managedAfter } from './writes/fields.ts'

/** The content of an Event: its object, type, reason and message. */
export interface Happening {
  object: KubeObject
  type: 'Normal' | 'Warning'
  reason: string
  message: string
  component: string
  host?: string
  fieldPath?: string
}

const events = kindNamed('events')
const keptMs = 3_600_000

/**
 * Records core/v1 Events; a repeated one increments the count of the first (client-go's event correlator).
 */
export class Recorder {
  private readonly store: Store
  private readonly clock: Clock

  constructor(store: Store, clock: Clock) {
    this.store = store
    this.clock = clock
    clock.every(60_000, () => this.expire())
  }

  record(happening: Happening): void {
    const { object, component, host } = happening
    const now = timestamp(this.clock.now())
    const { name, namespace = 'default', uid = '' } = object.metadata
    const known = this.store.read(events, namespace, eventName(name, happening))
    if (known !== undefined) {
      const count = Number(known.object['count']) + 1
      this.put({ ...known.object, count, lastTimestamp: now }, known.object, component)
      return
    }
    this.put(
      complete(
        events,
        {
          apiVersion: 'v1',
          kind: 'Event',
          metadata: { name: eventName(name, happening), namespace },
          involvedObject: {
            kind: object.kind,
            ...(object.metadata.namespace === undefined ? {} : { namespace }),
            name,
            uid: object.kind === 'Node' ? name : uid,
            apiVersion: object.apiVersion,
            resourceVersion: object.metadata.resourceVersion,
            ...(happening.fieldPath === undefined ? {} : { fieldPath: happening.fieldPath }),
          },
          reason: happening.reason,
          message: happening.message,
          source: { component, ...(host === undefined ? {} : { host }) },
          firstTimestamp: now,
          lastTimestamp: now,
          count: 1,
          type: happening.type,
          eventTime: null,
          reportingComponent: component,
          reportingInstance: host ?? '',
        },
        this.clock.now(),
      ),
      undefined,
      component,
    )
  }

  private put(event: KubeObject, before: KubeObject | undefined, component: string): void {
    const manager =
      component === 'kubelet' || component === 'default-scheduler' ? component : 'kube-controller-manager'
    const managedFields = managedAfter(before, event, { manager, now: this.clock.now() })
    this.store.put(events, { ...event, metadata: { ...event.metadata, managedFields } })
  }

  /** The API server deletes Events after an hour (--event-ttl). */
  private expire(): void {
    const oldest = this.clock.now() - keptMs
    for (const { object } of this.store.list(events)) {
      const { name, namespace } = object.metadata
      if (Date.parse(String(object['lastTimestamp'])) < oldest) this.store.remove(events, namespace, name)
    }
  }
}

/** Returns a name that is the same for Events that count as repetitions. */
function eventName(name: string, { object, reason, message, component, fieldPath = '' }: Happening): string {
  const same = [object.kind, object.metadata.uid ?? '', fieldPath, reason, message, component].join('\n')
  return `${name}.${createHash('sha256').update(same).digest('hex').slice(0, 16)}`
}

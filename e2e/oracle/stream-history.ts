import type { Resource } from '../kinds/register.ts'

/** One change as a client received it. */
export interface HistoryEvent {
  resource: Resource
  type: 'ADDED' | 'MODIFIED' | 'DELETED'
  key: string
  /** The item as canonical JSON. */
  item: string
  id: string
  /** Whether the change is part of a snapshot, which may repeat known states. */
  snapshot: boolean
}

/** One state of an object. */
export interface State {
  item: string
  /** Whether the object was deleted at this point. */
  gone: boolean
  /** Whether every client has received this state before. */
  told: boolean
}

/**
 * Returns the states of an object according to the oracle's own watch; undefined if that does not know the
 * object.
 */
export type Known = (resource: Resource, key: string) => readonly State[] | undefined

/**
 * Checks the events of one client. Errors are: a change of an object that is not present (its ADDED was
 * lost), an object added or deleted twice, the same change twice, and a state that is older than one sent
 * before or never existed.
 */
export class StreamHistory {
  readonly complaints: string[] = []
  /** The objects present according to the events. */
  readonly fold = new Map<Resource, Map<string, string>>()
  /** The index of the last state sent, for each object. */
  readonly #led = new Map<string, number>()
  readonly #unchecked: HistoryEvent[] = []
  /** The resources with an incomplete snapshot, and its items so far. */
  readonly #fresh = new Map<Resource, Map<string, string>>()

  /** Starts a snapshot of these resources; their previous objects stay until it is complete. */
  begin(resources: readonly Resource[]): void {
    for (const resource of resources) this.#fresh.set(resource, new Map())
  }

  /** Completes every snapshot that has started. */
  synced(): void {
    for (const [resource, items] of this.#fresh) this.fold.set(resource, items)
    this.#fresh.clear()
  }

  get inSnapshot(): ReadonlySet<Resource> {
    return new Set(this.#fresh.keys())
  }

  take(told: HistoryEvent): void {
    const { resource, type, key, item } = told
    const what = `${type} ${resource} ${key} (id ${told.id})`
    const fresh = this.#fresh.get(resource)
    const items = fresh ?? this.#of(resource)
    if (fresh === undefined) {
      if (type === 'ADDED' && items.has(key)) this.complaints.push(`${what}: it is there already`)
      if (type !== 'ADDED' && !items.has(key)) this.complaints.push(`${what}: it is not there`)
    }
    if (type === 'DELETED') items.delete(key)
    else items.set(key, item)
    this.#unchecked.push({ ...told, snapshot: fresh !== undefined })
  }

  /**
   * Compares the events since the last check with the states that existed; `known` must include all of these.
   */
  check(known: Known): void {
    for (const told of this.#unchecked.splice(0)) {
      const states = known(told.resource, told.key)
      if (states === undefined) continue
      const place = `${told.resource} ${told.key}`
      const led = this.#led.get(place) ?? (states[0]?.told === true ? 0 : -1)
      // A snapshot may repeat the last state sent; a change has to be a later state.
      const from = told.snapshot ? Math.max(led, 0) : led + 1
      const fits = (state: State) =>
        told.type === 'DELETED' ? state.gone : !state.gone && state.item === told.item
      const at = states.findIndex((state, index) => index >= from && fits(state))
      if (at >= 0) this.#led.set(place, at)
      else {
        const before = states.findIndex(fits)
        const why = before < 0 ? 'it never was so' : `state ${before} after state ${led} was told`
        this.complaints.push(`${told.type} ${place} (id ${told.id}): ${why}: ${told.item.slice(0, 200)}`)
      }
    }
  }

  /**
   * Forgets the positions of objects: the known states start again, and earlier events are not among them.
   */
  forget(): void {
    this.#led.clear()
    this.#unchecked.splice(0)
  }

  #of(resource: Resource): Map<string, string> {
    const known = this.fold.get(resource)
    if (known !== undefined) return known
    const items = new Map<string, string>()
    this.fold.set(resource, items)
    return items
  }
}

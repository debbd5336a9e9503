import type { Resource } from './resources.ts'

/** One change as a client of the stream was told it. */
export interface HistoryEvent {
  resource: Resource
  type: 'ADDED' | 'MODIFIED' | 'DELETED'
  key: string
  /** The item in the terms of projection.ts. */
  item: string
  id: string
  /** Part of a snapshot, which may tell again what is known. */
  snapshot: boolean
}

/** One state an object has had, in the order of its versions. */
export interface State {
  item: string
  /** The object's end, at this place. */
  gone: boolean
  /** Every client has been told it before. */
  told: boolean
}

/** The states of objects as the oracle's own watch has seen them, by resource and key; undefined: it knows nothing of it. */
export type Known = (resource: Resource, key: string) => readonly State[] | undefined

/**
 * Follows what one client is told, and complains: of a change to what is not there (its beginning was lost), of something
 * that begins or ends twice, of the same change twice, and of a state that is older than one told before, or never was.
 */
export class StreamHistory {
  readonly complaints: string[] = []
  /** What is there, as the client must believe. */
  readonly fold = new Map<Resource, Map<string, string>>()
  /** How far in an object's states the client was led. */
  readonly #led = new Map<string, number>()
  readonly #unchecked: HistoryEvent[] = []
  /** Kinds whose snapshot has begun, with what it has told so far. */
  readonly #fresh = new Map<Resource, Map<string, string>>()

  /** A snapshot of these begins: what is known of them holds until it is complete. */
  begin(resources: readonly Resource[]): void {
    for (const resource of resources) this.#fresh.set(resource, new Map())
  }

  /** Every snapshot that has begun is complete. */
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

  /** Holds what was told since the last time against what has happened; `known` must have come as far. */
  check(known: Known): void {
    for (const told of this.#unchecked.splice(0)) {
      const states = known(told.resource, told.key)
      if (states === undefined) continue
      const place = `${told.resource} ${told.key}`
      const led = this.#led.get(place) ?? (states[0]?.told === true ? 0 : -1)
      // A snapshot may tell the state again that was told last; a change must be another one.
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

  /** The states that are known begin anew: what was told before has no place among them. */
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

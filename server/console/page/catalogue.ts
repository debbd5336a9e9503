/** A kind of the API, as the console needs it. */
export interface KindEntry {
  /** As `Deployment`. */
  readonly kind: string
  /** Path segment, field of the list and name in `kinds=` of the stream. */
  readonly path: string
  readonly namespaced: boolean
  /** Whether its list items have a name. */
  readonly named: boolean
  /** Fields of a list item besides namespace and name, in the order of its schema; the status is the first, the time of creation the last. */
  readonly columns: readonly string[]
  /** Operation id of the list; null: the kind has none. */
  readonly list: string | null
  /** Operation id of the detail. */
  readonly detail: string | null
  /** Operation id of the events of one object. */
  readonly events: string | null
  /** Operation id of the Pods of one object. */
  readonly pods: string | null
  /** Operation id of the logs of one object. */
  readonly logs: string | null
  /** Operation id of the restart of one object. */
  readonly restart: string | null
  /** Type of its events on the stream. */
  readonly event: string | null
}

/** The API, as the build step derives it from the contract. */
export interface ApiCatalogue {
  /** Paths by operation id. */
  readonly operations: Readonly<Record<string, string>>
  readonly kinds: readonly KindEntry[]
}

/** Read consistency that a request demands. */
export interface ReadConsistency {
  /** Bypasses every cache; always set for writes, since they are decided on the current state. */
  bypassCache: boolean
  /** Oldest acceptable resourceVersion of this resource (its plural). */
  atLeast: { resource: string; version: string } | undefined
  /** Neither reads from a watch cache nor starts one. */
  unwatched?: boolean
}

/** Reasons for a resync: the label of the metric, and the sentence sent to the subscriber. */
export const resyncReasons = {
  slow: 'the client reads too slowly',
  old: 'event id older than the replay buffer',
  foreign: 'event id belongs to another stream',
  unfinished: 'previous snapshot was incomplete',
  ahead: 'event id newer than the cache of this replica',
  restarted: 'the watch was restarted',
} as const

export type Reason = keyof typeof resyncReasons

/** Receives the events of streams, for metrics; kinds are plurals. */
export interface StreamObserver {
  opened(): void
  closed(): void
  /** Reports the number of events of a kind that were sent, over all subscribers. */
  eventsSent(kind: string, events: number): void
  resynced(reason: Reason): void
  forbidden(kind: string): void
  /** A subscriber was disconnected because its backlog did not move. */
  dropped(): void
}

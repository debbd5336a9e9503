/** Reasons for a resync: the label of the metric, and the sentence sent to the subscriber. */
export const resyncReasons = {
  slow: 'the client was too slow',
  old: 'the id is older than what is held here',
  foreign: 'the id is none of this stream',
  unfinished: 'what the id belongs to was not told to its end',
  ahead: 'the id is newer than what has arrived here',
  restarted: 'the watch was started anew',
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

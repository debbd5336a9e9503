/** Why a client is told everything anew: the word metrics count it under, and the sentence it is told. */
export const reasons = {
  slow: 'the client was too slow',
  old: 'the id is older than what is held here',
  foreign: 'the id is none of this stream',
  unfinished: 'what the id belongs to was not told to its end',
  ahead: 'the id is newer than what has arrived here',
  restarted: 'the watch was started anew',
} as const

export type Reason = keyof typeof reasons

/** What happens to streams, for metrics; kinds are plurals. */
export interface StreamObserver {
  opened(): void
  closed(): void
  /** So many events of a kind were sent, over all clients. */
  told(kind: string, events: number): void
  resynced(reason: Reason): void
  forbidden(kind: string): void
  /** A client took nothing for too long and was let go. */
  dropped(): void
}

/** What a reflector tells of itself, for metrics. */
export interface ReflectorObserver {
  /** A whole list was taken in: at the start, and after the position was lost. */
  synced(mode: 'stream' | 'pages'): void
  /** It is followed, for the first time or again. */
  live(): void
  /** An attempt ended: why. */
  ended(reason: string): void
  /** An object could not be kept, and was passed over. */
  quarantined(): void
}

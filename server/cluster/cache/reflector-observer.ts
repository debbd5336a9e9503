import type { EndReason } from './retry-policy.ts'

/** Receives a reflector's events, for metrics. */
export interface ReflectorObserver {
  /** A complete list was applied: at the start, or after the watch position was lost. */
  synced(mode: 'stream' | 'pages'): void
  /** The cache is in sync, for the first time or again. */
  /** An attempt ended, with the reason. */
  ended(reason: EndReason): void
  /** An object could not be cached, and was left out. */
  quarantined(): void
}

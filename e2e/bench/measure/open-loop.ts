import type { Moment } from './moments.ts'

/** Requests at fixed times. The URLs take turns; all lead to one server. */
export interface OpenLoad {
  urls: readonly string[]
  headers?: Readonly<Record<string, string>>
  perSecond: number
  seconds: number
  connections: number
  /** Sleeps between requests, up to a millisecond too long, and leaves the core to a cluster that needs it too. */
  yielding?: boolean
  /** Also tells of each read when it was. */
  each?: boolean
}

/** How long answers took, in milliseconds after the times their requests were meant to be sent. */
export interface OpenResult {
  sent: number
  failed: number
  p50: number
  p99: number
  p999: number
  max: number
  /** How much later than meant requests were sent, which is the server's doing only where no connection was free. */
  late99: number
  /** From when each was meant to be sent to its answer, if that was asked for. */
  reads: readonly Moment[]
}

import type { Moment } from './moments.ts'

/** What failed first says why the rest did. */
const TOLD = 5

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

/** A request that was not answered as it should be. */
export interface Failure {
  /** 0 where its connection ended. */
  status: number
  /** Since the first request. */
  second: number
}

/** How long answers took, in milliseconds after the times their requests were meant to be sent. */
export interface OpenResult {
  sent: number
  /** Those without an answer among them. */
  failed: number
  failures: readonly Failure[]
  p50: number
  p99: number
  p999: number
  max: number
  /** How much later than meant requests were sent, which is the server's doing only where no connection was free. */
  late99: number
  /** From when each was meant to be sent to its answer, if that was asked for. */
  reads: readonly Moment[]
}

/** Says that requests failed and how the first did; undefined if none did. */
export function failuresOf(results: readonly Pick<OpenResult, 'failed' | 'failures'>[]): string | undefined {
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  if (failed === 0) return undefined
  const told = results.flatMap(({ failures }) =>
    failures.map(
      ({ status, second }) =>
        `${status === 0 ? 'its connection ended' : `${status}`} after ${second.toFixed(2)} s`,
    ),
  )
  const first = told.slice(0, TOLD).join(', ')
  return `${failed} requests were not answered${first === '' ? '' : `: ${first}`}`
}

import type { Moment } from './moments.ts'

/** Number of failures that are reported; the first ones explain the rest. */
const TOLD = 5

/** Requests at fixed times, to several URLs of one server in rotation. */
export interface OpenLoad {
  urls: readonly string[]
  headers?: Readonly<Record<string, string>>
  perSecond: number
  seconds: number
  connections: number
  /**
   * Sleeps between requests, up to a millisecond too long, to leave the core to a cluster that also needs it.
   */
  yielding?: boolean
  /** Also returns the interval of each read. */
  each?: boolean
}

/** A request that failed. */
export interface Failure {
  /** The HTTP status; 0 if the connection closed. */
  status: number
  /** Seconds since the first request. */
  second: number
}

/** The latencies in milliseconds, each measured from the planned time of the request. */
export interface OpenResult {
  sent: number
  /** The number of failed requests, including those without a response. */
  failed: number
  failures: readonly Failure[]
  p50: number
  p99: number
  p999: number
  max: number
  /**
   * The delay between planned and actual time of sending. The server is the cause only if no connection was
   * free.
   */
  late99: number
  /** The interval of each read, from its planned time to the response, if requested. */
  reads: readonly Moment[]
}

/** Describes failed requests: their number and the first failure. Undefined if all succeeded. */
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

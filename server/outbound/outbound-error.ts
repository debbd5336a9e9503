/**
 * Reason of a failed request: nothing was sent (`refused`), no complete response came (`unreachable`, `time-out`), or one
 * that is not used (`redirect`, `too-large`, `malformed`).
 */
export type OutboundFailure = 'refused' | 'unreachable' | 'time-out' | 'redirect' | 'too-large' | 'malformed'

/** A request to an outside host has no usable response; `details` is short and safe for callers. */
export class OutboundError extends Error {
  readonly failure: OutboundFailure
  readonly details: string

  constructor(failure: OutboundFailure, details: string, options?: ErrorOptions) {
    super(details, options)
    this.failure = failure
    this.details = details
  }
}

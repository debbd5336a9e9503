import type { Request, RequestHandler } from 'express'
import { rateLimit, type RateLimitInfo } from 'express-rate-limit'
import { TooManyRequestsError } from '../../core/errors.ts'
import { clientNetwork } from '../client-network.ts'
import { RateWindowStore } from './rate-window-store.ts'
import { contextOf } from './request-context.ts'

const WINDOW_MS = 60_000
/** Each sign-in makes three requests that count, two of which call the issuer. */
const MAX_SIGN_INS = 120
/** Session reads do not call the issuer. */
const MAX_SIGN_IN_READS = 1200
const SIGN_IN_READS = new Set(['/csrf', '/providers', '/session'])

/**
 * Limits each caller's requests per minute; 0 disables the limit. Responses from the response cache are not
 * counted: serving them costs less than counting.
 */
export function callerLimit(limit: number, now = monotonic): RequestHandler {
  if (limit === 0) return (_request, _response, next) => next()
  return rateLimit({
    ...limitOptions(
      `more than ${limit} requests per minute by one caller: retry later, or raise rateLimit`,
      now,
    ),
    limit,
    standardHeaders: 'draft-8',
    keyGenerator: (_request, response) => contextOf(response).caller?.name ?? '',
  })
}

/** Limits the sign-in requests of each client's network per minute, with a higher limit for reads. */
export function signInLimit(now = monotonic): RequestHandler {
  return rateLimit({
    ...limitOptions('too many sign-in requests per minute from one address: retry later', now),
    limit: (request) => (isReadOnlySignInCall(request) ? MAX_SIGN_IN_READS : MAX_SIGN_INS),
    standardHeaders: false,
    keyGenerator: (request) =>
      `${isReadOnlySignInCall(request) ? 'looks' : 'acts'} ${clientNetwork(request)}`,
  })
}

function isReadOnlySignInCall({ method, path }: Request): boolean {
  return method === 'GET' && SIGN_IN_READS.has(path)
}

/** Milliseconds of a monotonic clock. */
function monotonic(): number {
  return performance.now()
}

function limitOptions(sentence: string, now: () => number) {
  return {
    windowMs: WINDOW_MS,
    store: new RateWindowStore(now),
    legacyHeaders: false,
    // The library's validations concern forwarding headers, which are never trusted here.
    validate: false,
    handler: (request: Request, _response: unknown, next: (error: Error) => void) =>
      next(new TooManyRequestsError(sentence, secondsUntilReset(request))),
  } as const
}

function secondsUntilReset(request: Request & { rateLimit?: RateLimitInfo }): number {
  const reset = request.rateLimit?.resetTime?.getTime() ?? Date.now() + WINDOW_MS
  return Math.max(1, Math.ceil((reset - Date.now()) / 1000))
}

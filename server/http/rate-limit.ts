import type { Request, RequestHandler } from 'express'
import { ipKeyGenerator, rateLimit, type RateLimitInfo } from 'express-rate-limit'
import type { Authentication } from '../auth/authentication.ts'
import { TooMany } from '../errors.ts'
import { credentialsOf } from './admission.ts'
import { stateOf } from './state.ts'

const WINDOW_MS = 60_000
/** Who is let in makes few mistakes; each wrong token costs the cluster a review. */
const MAX_FAILURES = 120
/** Each sign-in takes three requests that count, and asks the issuer in two of them. */
const MAX_SIGN_INS = 120
/** To ask who is signed in asks nobody else. */
const MAX_SIGN_IN_READS = 1200
const SIGN_IN_READS = new Set(['/csrf', '/providers', '/session'])

/**
 * Holds each caller to so many requests a minute; 0 is no limit. What is answered from memory does not come here: it costs
 * less than counting it would.
 */
export function callerLimit(limit: number): RequestHandler {
  if (limit === 0) return (_request, _response, next) => next()
  return rateLimit({
    ...refusing(`more than ${limit} requests a minute of one caller: ask less often, or set rateLimit`),
    limit,
    standardHeaders: 'draft-8',
    keyGenerator: (_request, response) => stateOf(response).caller?.name ?? '',
  })
}

/** Holds each address to so many refusals a minute. Who is known already is not held up by others of the same address. */
export function failureLimit(authentication: Authentication): RequestHandler {
  return rateLimit({
    ...refusing(`more than ${MAX_FAILURES} refused requests a minute from one address`),
    limit: MAX_FAILURES,
    standardHeaders: false,
    skip: (request) => authentication.known(credentialsOf(request)) !== undefined,
    skipSuccessfulRequests: true,
    requestWasSuccessful: (_request, { statusCode }) => statusCode !== 401,
    keyGenerator: ({ socket }) => ipKeyGenerator(socket.remoteAddress ?? ''),
  })
}

/** Holds each address to so many requests a minute that begin, end or fail a sign-in, and to more that only look. */
export function signInLimit(): RequestHandler {
  return rateLimit({
    ...refusing('too many requests a minute for sign-in from one address'),
    limit: (request) => (looks(request) ? MAX_SIGN_IN_READS : MAX_SIGN_INS),
    standardHeaders: false,
    keyGenerator: (request) =>
      `${looks(request) ? 'looks' : 'acts'} ${ipKeyGenerator(request.socket.remoteAddress ?? '')}`,
  })
}

function looks({ method, path }: Request): boolean {
  return method === 'GET' && SIGN_IN_READS.has(path)
}

function refusing(sentence: string) {
  return {
    windowMs: WINDOW_MS,
    legacyHeaders: false,
    // Its checks are for those who trust forwarding headers; here nothing does.
    validate: false,
    handler: (request: Request, _response: unknown, next: (error: Error) => void) =>
      next(new TooMany(sentence, secondsUntilReset(request))),
  } as const
}

function secondsUntilReset(request: Request & { rateLimit?: RateLimitInfo }): number {
  const reset = request.rateLimit?.resetTime?.getTime() ?? Date.now() + WINDOW_MS
  return Math.max(1, Math.ceil((reset - Date.now()) / 1000))
}

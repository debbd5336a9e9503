import {
  ConflictError,
  ForbiddenByHostError,
  HostError,
  HostObjectNotFoundError,
  TooManyRequestsError,
} from '../../../core/errors.ts'
import { quote, sanitize } from '../../../core/formats/sanitize.ts'
import type { OutboundError } from '../../../outbound/outbound-error.ts'
import type { BranchProblem } from './repository-host.ts'

const MAX_WORDS = 1024
const MAX_RETRY_SECONDS = 3600
/** Wait after a secondary rate limit that names none. */
const DEFAULT_RETRY_SECONDS = 60
const SERVER_ERROR = 500

/** A write failed, and the host may have done it: its state has to be looked at. */
export class UnknownOutcomeError extends HostError {}

/** A conflict that the callers of the port act on. */
export class HostConflictError extends ConflictError {
  readonly problem: BranchProblem
  constructor(problem: BranchProblem, message: string, reason: string) {
    super(message, { reason })
    this.problem = problem
  }
}

/** Words of a host's conflict by which its problem is known. */
export type ProblemWords = readonly (readonly [RegExp, BranchProblem])[]

/** Returns the error, as HostConflictError if it is a conflict whose reason has the words of a problem. */
export function withProblem(error: unknown, words: ProblemWords): unknown {
  if (!(error instanceof ConflictError)) return error
  const { message, reason = '' } = error
  const [, problem] = words.find(([pattern]) => pattern.test(reason)) ?? []
  return problem === undefined ? error : new HostConflictError(problem, message, reason)
}

/** A call to the host, for messages. */
export interface HostCall {
  /** Name of the host. */
  readonly host: string
  /** Completes "could not": `list the branches of shop/web`. */
  readonly action: string
  /** Whether it changes something. */
  readonly isWrite: boolean
  /** Fields of a 404. */
  readonly subject: Readonly<Record<string, string>>
}

/** The parts of a failed response that its meaning depends on. */
export interface FailedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The words of the host. */
  readonly message: string
}

/** Returns the error of a call that has no usable response. */
export function unusable(error: OutboundError, call: HostCall): HostError {
  const isUnknown = call.isWrite && error.failure !== 'refused' && error.failure !== 'redirect'
  const Meaning = isUnknown ? UnknownOutcomeError : HostError
  return new Meaning(`could not ${call.action}`, error.details, { cause: error })
}

/** Returns the error of a response that is not what the API of the host describes. */
export function malformed(call: HostCall, cause?: unknown): HostError {
  const Meaning = call.isWrite ? UnknownOutcomeError : HostError
  return new Meaning(`could not ${call.action}`, 'the response is not one of the API of the host', { cause })
}

/** Returns the error that a status means. `now`: milliseconds since 1970. */
export function errorOf(response: FailedResponse, call: HostCall, now: number): Error {
  const { status, headers } = response
  const words = sanitize(response.message, MAX_WORDS)
  const message = `${call.host} could not ${call.action}: ${words}`
  if (isRateLimit(response))
    return new TooManyRequestsError(
      `the rate limit of ${call.host} is reached: retry later`,
      retryAfterSeconds(headers, now),
    )
  switch (status) {
    case 401:
      return new HostError(`could not ${call.action}`, 'the host refuses the configured token')
    case 403:
      return new ForbiddenByHostError(
        `${call.host} denies to ${call.action}: ${words}`,
        headers['x-github-sso'] === undefined
          ? 'give the account of the credential access to the repository at the host'
          : 'authorise SSO for the account of the credential at the host',
      )
    case 404:
    case 410:
      return new HostObjectNotFoundError(`${call.host} does not know ${describe(call.subject)}`, call.subject)
    case 405:
    case 409:
    case 422:
      return new ConflictError(message, { reason: words })
    default: {
      const Meaning = call.isWrite && status >= SERVER_ERROR ? UnknownOutcomeError : HostError
      return new Meaning(`could not ${call.action}`, `the host responded with status ${status}`)
    }
  }
}

function describe(subject: Readonly<Record<string, string>>): string {
  return Object.entries(subject)
    .map(([kind, name]) => `${kind} ${quote(name)}`)
    .join(', ')
}

/** GitHub sends 403 for its limits as well; a 429 is one whatever it says. */
function isRateLimit({ status, headers, message }: FailedResponse): boolean {
  if (status === 429) return true
  return (
    status === 403 &&
    (headers['x-ratelimit-remaining'] === '0' ||
      headers['retry-after'] !== undefined ||
      /secondary rate limit/i.test(message))
  )
}

function retryAfterSeconds(headers: FailedResponse['headers'], now: number): number {
  const { 'retry-after': seconds, 'x-ratelimit-reset': reset } = headers
  if (seconds !== undefined && /^\d{1,9}$/.test(seconds)) return bounded(Number(seconds))
  if (reset !== undefined && /^\d{1,12}$/.test(reset)) return bounded(Math.ceil(Number(reset) - now / 1000))
  return DEFAULT_RETRY_SECONDS
}

function bounded(seconds: number): number {
  return Math.min(MAX_RETRY_SECONDS, Math.max(1, seconds))
}

import {
  ClusterError,
  ConflictError,
  ForbiddenByClusterError,
  ContinueExpiredError,
  type InspectorError,
  InvalidRequestError,
  NotFoundError,
} from '../../core/errors.ts'
import { sanitize } from '../../core/formats/sanitize.ts'
import { missingRight, hintFor, type RbacSource } from '../access/rbac-hints.ts'
import { qualifiedResource, type ApiCall, type Verb } from './api-call.ts'

/** The fields of a `Status` object (meta/v1) that the service reads. */
export interface Status {
  message: string
  reason: string
}

const MAX_MESSAGE = 1024
const MAX_DETAILS = 300

/** Parses a Status from a response body; returns an empty one for any other content. */
export function statusOf(body: string): Status {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed === 'object' && parsed !== null)
      return { message: textOf(parsed, 'message'), reason: textOf(parsed, 'reason') }
  } catch {
    // Not JSON, e.g. the HTML page of a proxy. Callers do not get to see it.
  }
  return { message: '', reason: '' }
}

function textOf(object: object, key: string): string {
  const value: unknown = Reflect.get(object, key)
  return typeof value === 'string' ? value : ''
}

/** Advice after a 401: the cluster says only "Unauthorized", and reloading the credentials failed. */
const RENEW_CREDENTIALS = '; the credentials of this context are wrong or expired: renew them'

/** The API server throttled the call (429), or failed (5xx) and says when to send it again. Source: client-go, rest/request.go, checkWait. */
export class RetryLaterError extends ClusterError {
  /** The delay of its Retry-After header; undefined without one. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, details: string, retryAfterMs: number | undefined) {
    super(message, details)
    this.retryAfterMs = retryAfterMs
  }
}

/** Describes a call for people: `list deployments.apps in namespace "shop"`. */
export function describe(call: ApiCall): string {
  const name = call.name === undefined ? '' : ` "${call.name}"`
  const where = call.namespace === undefined ? 'at the cluster scope' : `in namespace "${call.namespace}"`
  return `${call.verb} ${qualifiedResource(call)}${name} ${where}`
}

const WRITES: ReadonlySet<Verb> = new Set(['create', 'update', 'patch', 'delete'])
/** Resources that are created only to get a response: the API server stores none. */
const REVIEWS = /reviews$/

/**
 * Maps an API server's error response to an API error: 403 to ForbiddenByClusterError with the server's own message, 400 about
 * a caller's parameter to InvalidRequestError, 404 of a named object to NotFoundError, 409 of a write to ConflictError, 410 of a continued list to ContinueExpiredError,
 * everything else to ClusterError.
 */
export function toApiError(
  code: number,
  status: Status,
  call: ApiCall,
  grants: RbacSource,
  retryAfterMs?: number,
): InspectorError {
  const message = sanitize(status.message, MAX_MESSAGE)
  switch (code) {
    case 400: {
      const parameter = callersParameter(call)
      if (parameter !== undefined && message !== '')
        return new InvalidRequestError([{ in: 'query', name: parameter, message }], message)
      break
    }
    case 403: {
      const missing = missingRight(call, grants)
      return new ForbiddenByClusterError(
        message === '' ? `the cluster denies: ${describe(call)}` : message,
        [missing],
        hintFor(missing, grants),
      )
    }
    case 404:
      if (call.name !== undefined)
        return new NotFoundError({
          kind: call.kind.kind.toLowerCase(),
          name: call.name,
          ...(call.namespace === undefined ? {} : { namespace: call.namespace }),
        })
      break
    case 409:
      // A read or a review cannot conflict with anything.
      if (WRITES.has(call.verb) && !REVIEWS.test(call.kind.plural))
        return new ConflictError(message === '' ? 'the object has been modified meanwhile' : message)
      break
    case 410:
      if (call.query?.has('continue') === true || namesVersion(call))
        return new ContinueExpiredError('the continue token has expired: start again without continue')
      break
    case 504:
      // The continue token holds a version that this cluster has not reached: its etcd was restored from a
      // backup, or it is another cluster.
      if (namesVersion(call) && message.includes('Too large resource version'))
        return new ContinueExpiredError(
          'the continue token is unknown to this cluster: start again without continue',
        )
      break
    default:
  }
  const reported = message === '' ? '' : `: ${sanitize(status.message, MAX_DETAILS)}`
  const failed = `could not ${describe(call)}`
  const details = `the API server answered ${code}${reported}${code === 401 ? RENEW_CREDENTIALS : ''}`
  const isLater = code === 429 || (code >= 500 && retryAfterMs !== undefined)
  const error = isLater
    ? new RetryLaterError(failed, details, retryAfterMs)
    : new ClusterError(failed, details)
  error.status = code
  return error
}

/** Returns the caller's parameter that an API server's 400 is about; undefined: a bug of this service. */
function callersParameter(call: ApiCall): string | undefined {
  if (call.subresource === 'log') return call.query?.has('previous') === true ? 'previous' : 'container'
  if (namesVersion(call)) return 'continue'
  return ['continue', 'labelSelector'].find((name) => call.query?.has(name) === true)
}

/** Whether a call lists at an exact version, which always comes from a caller's continue token. */
function namesVersion({ query }: ApiCall): boolean {
  return query?.get('resourceVersionMatch') === 'Exact'
}

/** One error in a request, with its place and name. */
export interface Issue {
  in: 'path' | 'query' | 'body' | 'header'
  name: string
  message: string
}

/**
 * A right that an identity lacks; `resource` includes the subresource (`pods/log`), and `enabledBy` is a
 * value of the chart.
 */
export interface MissingRight {
  verb: string
  apiGroup: string
  resource: string
  namespace?: string
  enabledBy?: string
}

/** The object that a request named, under its kind: `{deployment: 'web', namespace: 'shop'}`. */
export interface ObjectReference {
  kind: string
  name: string
  namespace?: string
}

/** Base class of the API's errors. http/middleware/error-handler.ts has their codes, api/schemas/problems.ts the statuses. */
export abstract class InspectorError extends Error {}

/** The request does not match its route's schema; nothing was sent to a cluster. */
export class InvalidRequestError extends InspectorError {
  readonly issues: readonly Issue[]
  constructor(issues: readonly Issue[], message?: string) {
    super(message ?? issues.map((issue) => `${issue.name} ${issue.message}`).join('; '))
    this.issues = issues
  }
}

/** The caller is not authenticated. */
export class UnauthenticatedError extends InspectorError {}

/** The request has no credentials at all: no attempt to authenticate, so it is not in the audit log. */
export class MissingCredentialsError extends UnauthenticatedError {}

/** The caller is authenticated here, but has no account at the repository host to act with; `connectUrl` is where to connect one. */
export class HostAccountRequiredError extends UnauthenticatedError {
  readonly connectUrl: string | undefined
  constructor(message: string, connectUrl: string | undefined) {
    super(message)
    this.connectUrl = connectUrl
  }
}

/** The request was meant for another host. */
export class MisdirectedRequestError extends InspectorError {}

/** The service's own policy forbids the request; `hint` says what to do instead. */
export class ForbiddenByPolicyError extends InspectorError {
  readonly hint: string
  constructor(message: string, hint: string) {
    super(message)
    this.hint = hint
  }
}

/** The caller exceeded a limit, and may retry after this many seconds. */
export class TooManyRequestsError extends InspectorError {
  readonly retryAfterSeconds: number
  constructor(message: string, retryAfterSeconds: number) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** No route has this path. */
export class RouteNotFoundError extends InspectorError {}

/** The path exists but not for this method; `allow` lists its methods. */
export class MethodNotAllowedError extends InspectorError {
  readonly allow: readonly string[]
  constructor(method: string, allow: readonly string[]) {
    super(`${method} is not allowed here; allowed: ${allow.join(', ')}`)
    this.allow = allow
  }
}

/** The cluster denies a call to the service's identity; the message is the API server's own. */
export class ForbiddenByClusterError extends InspectorError {
  readonly missing: readonly MissingRight[]
  readonly hint: string
  constructor(message: string, missing: readonly MissingRight[], hint: string) {
    super(message)
    this.missing = missing
    this.hint = hint
  }
}

/** The object that the request names does not exist. */
export class NotFoundError extends InspectorError {
  readonly subject: ObjectReference
  constructor(subject: ObjectReference) {
    const where = subject.namespace === undefined ? '' : ` in namespace "${subject.namespace}"`
    super(`${subject.kind} "${subject.name}" not found${where}`)
    this.subject = subject
  }
}

/** Details of a conflict besides its message. */
export interface ConflictFields {
  /** The reason in the words of an outside host. */
  readonly reason?: string
  /** Seconds after which the request may succeed, if that is only a matter of time. */
  readonly retryAfterSeconds?: number
}

/** The object's current state does not allow the change. */
export class ConflictError extends InspectorError {
  readonly reason: string | undefined
  readonly retryAfterSeconds: number | undefined
  constructor(message: string, { reason, retryAfterSeconds }: ConflictFields = {}) {
    super(message)
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The snapshot of a continue token has expired; the list has to start again. */
export class ContinueExpiredError extends InspectorError {}

/** None of the media types a route responds with is acceptable to the caller. */
export class NotAcceptableError extends InspectorError {
  constructor(types: readonly string[]) {
    super(`the response can be ${types.join(' or ')}: set the Accept header to one of them`)
  }
}

/** The type or encoding of the body is not supported. */
export class UnsupportedMediaTypeError extends InspectorError {}

/** The body or response is larger than the limit. */
export class PayloadTooLargeError extends InspectorError {}

/** The Expect header asks for something other than `100-continue`. */
export class ExpectationFailedError extends InspectorError {}

/** The path and query are longer than the limit. */
export class UriTooLongError extends InspectorError {}

/** The header fields are larger than the limit. */
export class HeadersTooLargeError extends InspectorError {}

/** The feature exists, but is not configured here; `hint` says what to set. */
export class NotConfiguredError extends InspectorError {
  readonly hint: string
  constructor(message: string, hint: string) {
    super(message)
    this.hint = hint
  }
}

/** An outside host denies a call; the message has its own words, and `hint` says what to change. */
export class ForbiddenByHostError extends InspectorError {
  readonly hint: string
  constructor(message: string, hint: string) {
    super(message)
    this.hint = hint
  }
}

/** An object of an outside host does not exist, or must not be known; `fields` name it in the response. */
export class HostObjectNotFoundError extends InspectorError {
  readonly fields: Readonly<Record<string, string>>
  constructor(message: string, fields: Readonly<Record<string, string>>) {
    super(message)
    this.fields = fields
  }
}

/** An outside host could not be reached, or failed; `details` is short, safe for callers and written by this service. */
export class HostError extends InspectorError {
  readonly details: string
  constructor(message: string, details: string, options?: ErrorOptions) {
    super(message, options)
    this.details = details
  }
}

/** The service is shutting down or under load, and does not accept the request; a retry may succeed after this many seconds. */
export class UnavailableError extends InspectorError {
  readonly retryAfterSeconds: number
  constructor(message: string, retryAfterSeconds = 1) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * The cluster could not be reached, or responded with a failure; `details` is short, safe for callers and
 * written by this service.
 */
export class ClusterError extends InspectorError {
  readonly details: string
  /** HTTP status of the API server's response; undefined if there was none. */
  status: number | undefined
  constructor(message: string, details: string, options?: ErrorOptions) {
    super(message, options)
    this.details = details
  }
}

/** The deadline of the request passed while a cluster was asked. Named like the reason of `AbortSignal.timeout`. */
export class DeadlineExceededError extends ClusterError {
  override readonly name = 'TimeoutError'

  constructor() {
    super(
      'the cluster did not answer in time',
      'no complete response before the deadline of the request (time-out)',
    )
  }
}

/** Returns the message of any error, for the log and standard error; never for a response. */
export function errorMessage(error: unknown): string {
  if (error instanceof ClusterError || error instanceof HostError) return `${error.message}: ${error.details}`
  return error instanceof Error ? error.message : String(error)
}

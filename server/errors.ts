/** One mistake of a request, named so that a caller finds it. */
export interface Issue {
  in: 'path' | 'query' | 'body' | 'header'
  name: string
  message: string
}

/** A right an identity lacks; `resource` with its subresource (`pods/log`), `enabledBy` a value of the chart. */
export interface MissingRight {
  verb: string
  apiGroup: string
  resource: string
  namespace?: string
  enabledBy?: string
}

/** The object a request named, in the words of its kind: `{deployment: 'web', namespace: 'shop'}`. */
export interface Subject {
  kind: string
  name: string
  namespace?: string
}

/** What can go wrong, by meaning. Which status and code each becomes stands in http/errors.ts alone. */
export abstract class InspectorError extends Error {}

/** The request does not fit its route; nothing was sent to a cluster. */
export class InvalidRequest extends InspectorError {
  readonly issues: readonly Issue[]
  constructor(issues: readonly Issue[], message?: string) {
    super(message ?? issues.map((issue) => `${issue.name} ${issue.message}`).join('; '))
    this.issues = issues
  }
}

/** The caller is not let in. */
export class NotAdmitted extends InspectorError {}

/** The request was meant for another host. */
export class MisdirectedRequest extends InspectorError {}

/** This service does not do it by its own rules, whatever the cluster would say; `hint` says what to do instead. */
export class Refused extends InspectorError {
  readonly hint: string
  constructor(message: string, hint: string) {
    super(message)
    this.hint = hint
  }
}

/** The caller asks more often than it may; it may ask again in so many seconds. */
export class TooMany extends InspectorError {
  readonly retryAfterSeconds: number
  constructor(message: string, retryAfterSeconds: number) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** No route is reached by this path. */
export class UnknownPath extends InspectorError {}

/** The path is known, the method is not; `allow` lists those that are. */
export class MethodNotAllowed extends InspectorError {
  readonly allow: readonly string[]
  constructor(method: string, allow: readonly string[]) {
    super(`${method} is not allowed here; allowed: ${allow.join(', ')}`)
    this.allow = allow
  }
}

/** The cluster denies a call to the identity the service uses; the message is the API server's own. */
export class Denied extends InspectorError {
  readonly missing: readonly MissingRight[]
  readonly hint: string
  constructor(message: string, missing: readonly MissingRight[], hint: string) {
    super(message)
    this.missing = missing
    this.hint = hint
  }
}

/** The object the request names does not exist. */
export class NotFound extends InspectorError {
  readonly subject: Subject
  constructor(subject: Subject) {
    const where = subject.namespace === undefined ? '' : ` in namespace "${subject.namespace}"`
    super(`${subject.kind} "${subject.name}" not found${where}`)
    this.subject = subject
  }
}

/** The object's present state does not allow the change. */
export class Conflict extends InspectorError {}

/** The view a `continue` belongs to is gone; the list starts again. */
export class Expired extends InspectorError {}

/** The body is none this service takes. */
export class UnsupportedBody extends InspectorError {}

/** The body or the answer is larger than what is taken. */
export class TooLarge extends InspectorError {}

/** The path and query are longer than what is taken. */
export class UriTooLong extends InspectorError {}

/** The header fields are larger than what is taken. */
export class HeadersTooLarge extends InspectorError {}

/** What was asked for is there once somebody has set it up. */
export class NotConfigured extends InspectorError {}

/** The service cannot answer now and says so before it tries: it drains. */
export class Unavailable extends InspectorError {}

/** The cluster could not be asked, or answered with a failure; `details` is short, safe and chosen by us. */
export class ClusterFailure extends InspectorError {
  readonly details: string
  constructor(message: string, details: string, options?: ErrorOptions) {
    super(message, options)
    this.details = details
  }
}

/** What a failure of unknown origin says of itself, for the operator's log and standard error; never for an answer. */
export function reasonOf(error: unknown): string {
  if (error instanceof ClusterFailure) return `${error.message}: ${error.details}`
  return error instanceof Error ? error.message : String(error)
}

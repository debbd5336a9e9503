/** metav1.Status, the body of every error response. */
export interface Status {
  kind: 'Status'
  apiVersion: 'v1'
  metadata: { continue?: string }
  status: 'Success' | 'Failure'
  message?: string
  reason?: string
  details?: StatusDetails
  code: number
}

export interface StatusCause {
  reason?: string
  message: string
  field?: string
}

export interface StatusDetails {
  name?: string
  group?: string
  kind?: string
  uid?: string
  causes?: StatusCause[]
  retryAfterSeconds?: number
}

/** The error that an operation throws to respond with a Status. */
export class Failure extends Error {
  readonly status: Status

  constructor(status: Status) {
    super(status.message)
    this.status = status
  }
}

/** A resource in a Status's details: the plural, and the group if it has one. */
export interface GroupResource {
  group: string
  resource: string
}

/** `pods`, `deployments.apps`: schema.GroupResource's String(). */
export function qualified({ group, resource }: GroupResource): string {
  return group === '' ? resource : `${resource}.${group}`
}

/** Creates a Failure, with the fields in the API server's order. */
export function failure(code: number, reason: string, message: string, details?: StatusDetails): Failure {
  return new Failure({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    ...(reason === '' ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code,
  })
}

function detailsOf({ group, resource }: GroupResource, name?: string): StatusDetails {
  return {
    ...(name === undefined || name === '' ? {} : { name }),
    ...(group === '' ? {} : { group }),
    kind: resource,
  }
}

/** apierrors.NewBadRequest. */
export function badRequest(message: string): Failure {
  return failure(400, 'BadRequest', message)
}

/** apierrors.NewUnauthorized, as the authentication filter writes it. */
export function unauthorized(): Failure {
  return failure(401, 'Unauthorized', 'Unauthorized')
}

/** apierrors.NewForbidden for a resource. */
export function forbidden(resource: GroupResource, name: string, why: string): Failure {
  const subject = name === '' ? `${qualified(resource)} is` : `${qualified(resource)} ${quote(name)} is`
  return failure(403, 'Forbidden', `${subject} forbidden: ${why}`, detailsOf(resource, name))
}

/** apierrors.NewNotFound. */
export function notFound(resource: GroupResource, name: string): Failure {
  return failure(
    404,
    'NotFound',
    `${qualified(resource)} ${quote(name)} not found`,
    detailsOf(resource, name),
  )
}

/** Returns go-restful's fallback error for an unknown path below a known group version. */
export function unknownResource(): Failure {
  return failure(404, 'NotFound', 'the server could not find the requested resource', {})
}

/** apierrors.NewMethodNotSupported with the generic server's message for an unrouted verb. */
export function methodNotAllowed(): Failure {
  return failure(
    405,
    'MethodNotAllowed',
    'the server does not allow this method on the requested resource',
    {},
  )
}

/** apierrors.NewAlreadyExists. */
export function alreadyExists(resource: GroupResource, name: string): Failure {
  const message = `${qualified(resource)} ${quote(name)} already exists`
  return failure(409, 'AlreadyExists', message, detailsOf(resource, name))
}

/** apierrors.NewConflict. */
export function conflict(resource: GroupResource, name: string, why: string): Failure {
  const message = `Operation cannot be fulfilled on ${qualified(resource)} ${quote(name)}: ${why}`
  return failure(409, 'Conflict', message, detailsOf(resource, name))
}

/** apierrors.NewInternalError; it indicates an error of the demo cluster. */
export function internalError(message: string): Failure {
  return failure(500, 'InternalError', `Internal error occurred: ${message}`, { causes: [{ message }] })
}

/** apierrors.NewResourceExpired, optionally with a token to continue the list inconsistently. */
export function expired(message: string, token?: string): Failure {
  const gone = failure(410, 'Expired', message)
  if (token !== undefined) gone.status.metadata.continue = token
  return gone
}

/** storage.NewTooLargeResourceVersionError. */
export function tooLargeResourceVersion(asked: string, current: number): Failure {
  const message = `Timeout: Too large resource version: ${asked}, current: ${current}`
  return failure(504, 'Timeout', message, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    retryAfterSeconds: 1,
  })
}

/** One entry of a field.ErrorList. */
export interface FieldError {
  reason: 'FieldValueInvalid' | 'FieldValueForbidden' | 'FieldValueNotSupported' | 'FieldValueRequired'
  field: string
  message: string
}

/** apierrors.NewInvalid: a single error is stated as it is, several in brackets (utilerrors.Aggregate). */
export function invalid(
  kind: { group: string; kind: string },
  name: string,
  errors: readonly FieldError[],
): Failure {
  const said = errors.map((error) => `${error.field}: ${error.message}`)
  const why = said.length === 1 ? said[0] : `[${said.join(', ')}]`
  const subject = kind.group === '' ? kind.kind : `${kind.kind}.${kind.group}`
  return failure(422, 'Invalid', `${subject} ${quote(name)} is invalid: ${why}`, {
    ...(name === '' ? {} : { name }),
    ...(kind.group === '' ? {} : { group: kind.group }),
    kind: kind.kind,
    causes: errors.map(({ reason, message, field }) => ({ reason, message, field })),
  })
}

/** Quotes like Go's %q, for the characters that an API path can contain. */
export function quote(text: string): string {
  const escapes: Record<string, string> = {
    '\n': '\\n',
    '\t': '\\t',
    '\r': '\\r',
    '"': '\\"',
    '\\': '\\\\',
    '\u0007': '\\a',
    '\b': '\\b',
    '\f': '\\f',
    '\v': '\\v',
  }
  const escaped = text.replace(/["\\\p{Cc}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return (
      escapes[character] ??
      (code < 0x80 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u00${code.toString(16)}`)
    )
  })
  return `"${escaped}"`
}

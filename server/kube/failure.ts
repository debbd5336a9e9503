import {
  ClusterFailure,
  Conflict,
  Denied,
  Expired,
  type InspectorError,
  InvalidRequest,
  NotFound,
} from '../errors.ts'
import { printable } from '../grammar/printable.ts'
import { missingRight, hintFor, type Grants } from './grants.ts'
import { qualifiedResource, type Call } from './call.ts'

/** The parts of a `Status` object (meta/v1) that we read. */
export interface Status {
  message: string
  reason: string
}

const MAX_MESSAGE = 1024
const MAX_DETAILS = 300

/** Reads a Status out of an answer's body; anything else is an empty one. */
export function statusOf(body: string): Status {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed === 'object' && parsed !== null)
      return { message: textOf(parsed, 'message'), reason: textOf(parsed, 'reason') }
  } catch {
    // Not JSON: a proxy's page, say. It is not for callers.
  }
  return { message: '', reason: '' }
}

function textOf(object: object, key: string): string {
  const value: unknown = Reflect.get(object, key)
  return typeof value === 'string' ? value : ''
}

/** What a 401 comes to: the cluster says no more than "Unauthorized", and what was read again in between did not help. */
const UNTAKEN = '; the credentials of this context are wrong or expired: renew them'

/** The call as a person says it: `list deployments.apps in namespace "shop"`. */
export function describe(call: Call): string {
  const name = call.name === undefined ? '' : ` "${call.name}"`
  const where = call.namespace === undefined ? 'at the cluster scope' : `in namespace "${call.namespace}"`
  return `${call.verb} ${qualifiedResource(call)}${name} ${where}`
}

/**
 * What an API server's refusal means to a caller (filled-in.md §0, "errors"): 403 Denied with the server's own words,
 * 400 about something the caller chose InvalidRequest, 404 of the named object NotFound, 409 Conflict, 410 Expired, everything else ClusterFailure.
 */
export function failureOf(code: number, status: Status, call: Call, grants: Grants): InspectorError {
  const message = printable(status.message, MAX_MESSAGE)
  switch (code) {
    case 400: {
      const parameter = callersParameter(call)
      if (parameter !== undefined && message !== '')
        return new InvalidRequest([{ in: 'query', name: parameter, message }], message)
      break
    }
    case 403: {
      const missing = missingRight(call, grants)
      return new Denied(
        message === '' ? `the cluster denies: ${describe(call)}` : message,
        [missing],
        hintFor(missing, grants),
      )
    }
    case 404:
      if (call.name !== undefined)
        return new NotFound({
          kind: call.kind.kind.toLowerCase(),
          name: call.name,
          ...(call.namespace === undefined ? {} : { namespace: call.namespace }),
        })
      break
    case 409:
      return new Conflict(message === '' ? 'the object changed meanwhile' : message)
    case 410:
      return new Expired('the list this continue belongs to has expired: start again without continue')
    case 504:
      // A version of the caller's that this cluster does not know yet: it was set back, or it is another one.
      if (namesVersion(call) && message.includes('Too large resource version'))
        return new Expired('the list this continue belongs to is not known: start again without continue')
      break
    default:
  }
  const said = message === '' ? '' : `: ${printable(status.message, MAX_DETAILS)}`
  return new ClusterFailure(
    `the cluster could not ${describe(call)}`,
    `the API server answered ${code}${said}${code === 401 ? UNTAKEN : ''}`,
  )
}

/** Which of the caller's own words an API server's 400 is about; none: the mistake is this service's. */
function callersParameter(call: Call): string | undefined {
  if (call.subresource === 'log') return call.query?.has('previous') === true ? 'previous' : 'container'
  if (namesVersion(call)) return 'continue'
  return ['continue', 'labelSelector'].find((name) => call.query?.has(name) === true)
}

/** Whether a list is asked for at a version, which comes from the `continue` of a caller. */
function namesVersion({ query }: Call): boolean {
  return query?.get('resourceVersionMatch') === 'Exact'
}

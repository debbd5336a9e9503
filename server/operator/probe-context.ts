import { optionalRights, rbacGroupEntries, resourceRight } from '../kinds/rbac-table.ts'
import { selfSubjectReview } from '../cluster/contexts/connection-test.ts'
import { missingRights } from '../cluster/access/missing-rights.ts'
import { versionOf } from '../cluster/contexts/health-check.ts'
import type { RulesReviewCache } from '../cluster/access/rules-review.ts'
import type { ClusterContext } from '../cluster/contexts/context.ts'
import { readAll, type Transport } from '../cluster/client/transport.ts'
import { detailsOf } from '../outbound/failure-details.ts'
import type { Condition, GroupRights } from './resources.ts'

const MAX_ANSWER_BYTES = 64 * 1024

/** Status, reason and message of one condition. */
export type Outcome = Pick<Condition, 'status' | 'reason' | 'message'>

const NOT_ASKED: Outcome = {
  status: 'Unknown',
  reason: 'NotProbed',
  message: 'the cluster was not probed',
}

/** Result of probing a context. */
export interface ProbeResult {
  reachable: Outcome
  credentials: Outcome
  authorized: Outcome
  permissions: readonly GroupRights[]
  serverVersion: string | undefined
  /** The service's user name in the cluster. */
  identity: string | undefined
  /** Milliseconds since 1970. */
  probedAt: number
}

/**
 * Requests a cluster's user for the service, its version and the granted rights of those the routes need.
 * Never rejects; `now` in milliseconds since 1970.
 */
export async function probeContext(
  transport: Transport,
  rights: RulesReviewCache,
  signal: AbortSignal,
  now: () => number,
): Promise<ProbeResult> {
  const { reachable, credentials, identity } = await authenticate(transport, signal)
  const base = { reachable, credentials, identity, serverVersion: undefined }
  if (credentials.status !== 'True')
    return { ...base, authorized: NOT_ASKED, permissions: [], probedAt: now() }
  const [serverVersion, groups] = await Promise.all([
    versionOf(transport, signal).catch(() => undefined),
    rightsOf(transport.context, rights, signal).catch((error: unknown) => detailsOf(error)),
  ])
  if (typeof groups === 'string')
    return {
      ...base,
      serverVersion,
      authorized: { ...NOT_ASKED, message: groups },
      permissions: [],
      probedAt: now(),
    }
  return { ...base, serverVersion, authorized: authorization(groups), permissions: groups, probedAt: now() }
}

/** Checks whether the cluster responds, and which user it authenticates the service as. */
async function authenticate(
  transport: Transport,
  signal: AbortSignal,
): Promise<Pick<ProbeResult, 'reachable' | 'credentials' | 'identity'>> {
  let code: number
  let text: string
  try {
    const answer = await transport.request(selfSubjectReview, signal, 'calls')
    code = answer.code
    text = await readAll(answer.body, MAX_ANSWER_BYTES)
  } catch (error) {
    const message = detailsOf(error)
    return {
      reachable: { status: 'False', reason: 'Unreachable', message },
      credentials: NOT_ASKED,
      identity: undefined,
    }
  }
  const reachable: Outcome = { status: 'True', reason: 'Reachable', message: 'the API server responds' }
  if (code === 401) {
    const message = 'the API server rejected the credentials (401)'
    return {
      reachable,
      credentials: { status: 'False', reason: 'CredentialsRejected', message },
      identity: undefined,
    }
  }
  if (code >= 500 || code === 429) {
    const message = `the API server answered ${code}`
    return {
      reachable: { status: 'False', reason: 'Unreachable', message },
      credentials: NOT_ASKED,
      identity: undefined,
    }
  }
  // Clusters before Kubernetes 1.28 have no SelfSubjectReview; a 403 or 404 shows that the credentials are
  // accepted.
  const identity = code === 201 ? usernameIn(text) : undefined
  const message = identity === undefined ? 'authenticated' : `authenticated as "${identity}"`
  return { reachable, credentials: { status: 'True', reason: 'Accepted', message }, identity }
}

function usernameIn(text: string): string | undefined {
  try {
    const { status } = JSON.parse(text) as { status?: { userInfo?: { username?: unknown } } }
    const name = status?.userInfo?.username
    return typeof name === 'string' ? name : undefined
  } catch {
    return undefined
  }
}

/** Returns the rights of each route group that responses depend on. */
async function rightsOf(
  { grants }: ClusterContext,
  reviewed: RulesReviewCache,
  signal: AbortSignal,
): Promise<GroupRights[]> {
  return Promise.all(
    rbacGroupEntries.map(async ({ name: group, rights: texts }) => {
      const rights = texts.filter((right) => !optionalRights.includes(right)).map(resourceRight)
      const lacking = await missingRights(rights, undefined, grants, async (query) =>
        reviewed.allows(query, signal),
      )
      const missing = new Set(
        lacking.map(({ verb, resource, apiGroup }) => describeRight(verb, resource, apiGroup)),
      )
      return { group, allowed: missing.size === 0, missing: [...missing] }
    }),
  )
}

function describeRight(verb: string, resource: string, apiGroup: string): string {
  return `${verb} ${resource}${apiGroup === '' ? '' : `.${apiGroup}`}`
}

function authorization(rights: readonly GroupRights[]): Outcome {
  const missing = rights.flatMap((group) => group.missing)
  if (missing.length === 0)
    return { status: 'True', reason: 'Granted', message: 'all rights that the routes need are granted' }
  return {
    status: 'False',
    reason: 'RightsMissing',
    message: `missing rights: ${missing.join(', ')}`,
  }
}

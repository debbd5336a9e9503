import { accessGroups, rightsBeside, type AccessGroup } from '../kube/access.ts'
import { selfSubjectReview } from '../kube/connection.ts'
import { missingRights } from '../kube/missing-rights.ts'
import { versionOf } from '../kube/probe.ts'
import { reviewBy } from '../kube/review.ts'
import { readAll, type Transport } from '../kube/transport.ts'
import { detailsOf } from '../kube/unreachable.ts'
import type { Condition, GroupRights } from './resources.ts'

const MAX_ANSWER_BYTES = 64 * 1024

/** What one condition says. */
export type Outcome = Pick<Condition, 'status' | 'reason' | 'message'>

const NOT_ASKED: Outcome = {
  status: 'Unknown',
  reason: 'NotAsked',
  message: 'the cluster could not be asked',
}

/** What a probe of a context found. */
export interface Found {
  reachable: Outcome
  credentials: Outcome
  authorized: Outcome
  permissions: readonly GroupRights[]
  serverVersion: string | undefined
  /** Whom the cluster takes the service for. */
  identity: string | undefined
  /** Milliseconds since 1970. */
  at: number
}

/**
 * Asks a context's cluster who the service is there, which version it has, and which of the rights the routes need are granted.
 * Rejects for nothing; `now` in milliseconds since 1970.
 */
export async function probe(transport: Transport, signal: AbortSignal, now: () => number): Promise<Found> {
  const { reachable, credentials, identity } = await introduced(transport, signal)
  const base = { reachable, credentials, identity, serverVersion: undefined }
  if (credentials.status !== 'True') return { ...base, authorized: NOT_ASKED, permissions: [], at: now() }
  const [serverVersion, rights] = await Promise.all([
    versionOf(transport, signal).catch(() => undefined),
    rightsOf(transport, signal).catch((error: unknown) => detailsOf(error)),
  ])
  if (typeof rights === 'string')
    return {
      ...base,
      serverVersion,
      authorized: { ...NOT_ASKED, message: rights },
      permissions: [],
      at: now(),
    }
  return { ...base, serverVersion, authorized: authorization(rights), permissions: rights, at: now() }
}

/** Whether the cluster answers, and whom it takes the service for. */
async function introduced(
  transport: Transport,
  signal: AbortSignal,
): Promise<Pick<Found, 'reachable' | 'credentials' | 'identity'>> {
  let code: number
  let text: string
  try {
    const answer = await transport.ask(selfSubjectReview, signal, 'calls')
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
  const reachable: Outcome = { status: 'True', reason: 'Reachable', message: 'the API server answers' }
  if (code === 401) {
    const message = 'the API server does not take the credentials (401)'
    return {
      reachable,
      credentials: { status: 'False', reason: 'CredentialsRefused', message },
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
  // Before Kubernetes 1.28 nobody could ask who they are; whom the API server answers 403 or 404, it has let in.
  const identity = code === 201 ? usernameIn(text) : undefined
  const message =
    identity === undefined ? 'the API server takes them' : `the API server takes them for "${identity}"`
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

/** The rights of each route group that answers depend on. */
async function rightsOf(transport: Transport, signal: AbortSignal): Promise<GroupRights[]> {
  const review = reviewBy(transport)
  const { grants } = transport.context
  const groups = Object.keys(accessGroups) as AccessGroup[]
  return Promise.all(
    groups.map(async (group) => {
      const rights = accessGroups[group].filter((right) => !rightsBeside.includes(right))
      const lacking = await missingRights(rights, undefined, grants, async (asked) => review(asked, signal))
      const missing = new Set(lacking.map(({ verb, resource, apiGroup }) => said(verb, resource, apiGroup)))
      return { group, allowed: missing.size === 0, missing: [...missing] }
    }),
  )
}

function said(verb: string, resource: string, apiGroup: string): string {
  return `${verb} ${resource}${apiGroup === '' ? '' : `.${apiGroup}`}`
}

function authorization(rights: readonly GroupRights[]): Outcome {
  const missing = rights.flatMap((group) => group.missing)
  if (missing.length === 0)
    return { status: 'True', reason: 'Granted', message: 'all rights that the routes need are granted' }
  return {
    status: 'False',
    reason: 'RightsMissing',
    message: `these rights are missing: ${missing.join(', ')}`,
  }
}

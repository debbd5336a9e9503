import { lookup as systemLookup } from 'node:dns'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, type ConnectionOptions } from 'node:tls'
import { objectIn } from '../../core/json.ts'
import { sanitize } from '../../core/formats/sanitize.ts'
import { accessQueryOf, type ResourceRight } from '../access/resource-right.ts'
import { CredentialsError } from '../client/credentials/interface.ts'
import { guardedLookup } from '../../outbound/ssrf-guard.ts'
import type { ApiCall } from '../client/api-call.ts'
import { tlsOptions } from '../client/credentials/interface.ts'
import type { RulesReviewCache } from '../access/rules-review.ts'
import type { Kind } from '../kind.ts'
import { versionOf } from './health-check.ts'
import { beforeAbort, type Transport } from '../client/transport.ts'
import { detailsOf } from '../../outbound/failure-details.ts'

const STEP_MS = 3_000
const MAX_MESSAGE = 300

/** One step of a connection test; `milliseconds` is its duration. */
export interface ConnectionCheck {
  name: 'dns' | 'tcp' | 'tls' | 'authentication' | 'authorization' | 'version'
  status: 'pass' | 'fail' | 'skipped'
  milliseconds: number
  message: string
}

/** Result of a connection test; `serverVersion` if the API server discloses it. */
export interface ConnectionTestResult {
  checks: ConnectionCheck[]
  serverVersion: string | undefined
}

const selfSubjectReviews: Kind<unknown> = {
  kind: 'SelfSubjectReview',
  apiGroup: 'authentication.k8s.io',
  version: 'v1',
  plural: 'selfsubjectreviews',
  namespaced: false,
}

/** Requests the user of the credentials. Source: authentication.k8s.io/v1 SelfSubjectReview (KEP-3325). */
export const selfSubjectReview: ApiCall = {
  verb: 'create',
  kind: selfSubjectReviews,
  body: { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
}

/** Skips a step that does not apply, which is not a failure. */
class Skipped extends Error {}

/**
 * Tests the way to a context's API server step by step: DNS, TCP, TLS, authentication, authorization,
 * version. After a failed step the others are skipped. `rights` are those that responses depend on. Never
 * rejects.
 */
export async function testConnection(
  transport: Transport,
  reviewed: RulesReviewCache,
  rights: readonly ResourceRight[],
  signal: AbortSignal,
): Promise<ConnectionTestResult> {
  const { origin, proxy, grants, untrusted: guarded } = transport.context
  const { hostname, port, protocol } = new URL(origin)
  const host = hostname.replace(/^\[|\]$/g, '')
  const lookup = guarded === true ? guardedLookup : systemLookup
  const target = { host, port: Number(port || (protocol === 'https:' ? 443 : 80)), lookup }
  const direct = (): void => {
    if (proxy !== undefined) throw new Skipped('the connection goes through a proxy')
  }
  let serverVersion: string | undefined
  const steps: Record<ConnectionCheck['name'], () => Promise<string>> = {
    dns: async () => {
      direct()
      if (isIP(host) !== 0) throw new Skipped('the server is an IP address')
      return `${host} resolves to ${await inTime(addressOf(host, lookup), signal)}`
    },
    tcp: async () => {
      direct()
      await opened(connect(target), 'connect', signal)
      return `connected to port ${target.port}`
    },
    tls: async () => {
      direct()
      if (protocol === 'http:') throw new Skipped('the connection is not encrypted')
      return handshake(transport, target, signal)
    },
    authentication: async () => `authenticated as "${await userOf(transport, signal)}"`,
    authorization: async () => rightsOf(reviewed, rights, grants.namespaces[0], stepSignal(signal)),
    version: async () => {
      serverVersion = await versionOf(transport, stepSignal(signal))
      return serverVersion ?? 'the cluster does not disclose its version'
    },
  }
  const checks: ConnectionCheck[] = []
  for (const [name, step] of Object.entries(steps) as [ConnectionCheck['name'], () => Promise<string>][]) {
    const failed = checks.some(({ status }) => status === 'fail')
    checks.push(
      failed ? { name, status: 'skipped', milliseconds: 0, message: '' } : await runStep(name, step),
    )
  }
  return { checks, serverVersion }
}

async function runStep(name: ConnectionCheck['name'], step: () => Promise<string>): Promise<ConnectionCheck> {
  const since = performance.now()
  const done = (status: ConnectionCheck['status'], message: string): ConnectionCheck => {
    const milliseconds = Math.round((performance.now() - since) * 10) / 10
    return { name, status, milliseconds, message: sanitize(message, MAX_MESSAGE) }
  }
  try {
    return done('pass', await step())
  } catch (error) {
    if (error instanceof Skipped) return done('skipped', error.message)
    return done('fail', detailsOf(error))
  }
}

async function handshake(
  { context }: Transport,
  target: { host: string; port: number; lookup: LookupFunction },
  signal: AbortSignal,
): Promise<string> {
  const { tls } = await beforeAbort(context.credentials.current(), signal).catch((error: unknown) => {
    // The next step reports it: the fault is one of authentication.
    throw error instanceof CredentialsError ? new Skipped('the credentials are not available') : error
  })
  const named = isIP(target.host) === 0 ? { servername: target.host } : {}
  const options: ConnectionOptions = { ...target, ...named, ...tlsOptions(tls) }
  const socket = connectTls(options)
  let protocolVersion: string | null = null
  socket.once('secureConnect', () => (protocolVersion = socket.getProtocol()))
  await opened(socket, 'secureConnect', signal)
  const trusted = tls.rejectUnauthorized === false ? 'certificate not verified' : 'certificate verified'
  return `${protocolVersion ?? 'TLS'}; ${trusted}`
}

async function addressOf(host: string, lookup: LookupFunction): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  lookup(host, { all: false }, (error, address) => {
    if (error === null && typeof address === 'string') resolve(address)
    else reject(error ?? new Error(`${host} has no address`))
  })
  return promise
}

async function userOf(transport: Transport, signal: AbortSignal): Promise<string> {
  const answer = await transport.json(selfSubjectReview, stepSignal(signal))
  const name = objectIn(objectIn(answer, 'status'), 'userInfo')['username']
  return typeof name === 'string' ? name : 'a user it does not name'
}

/** Counts the granted rights, in one namespace or cluster-wide. */
async function rightsOf(
  reviewed: RulesReviewCache,
  rights: readonly ResourceRight[],
  scope: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const queries = rights.map(async (right) => reviewed.allows(accessQueryOf(right, scope), signal))
  const granted = (await Promise.all(queries)).filter(Boolean).length
  if (granted === 0) throw new Error('none of the rights that the routes need is granted')
  if (granted === rights.length) return `all ${granted} rights that the routes need are granted`
  return `${granted} of the ${rights.length} rights that the routes need are granted; GET /api/permissions lists the missing ones`
}

/** Waits until a socket is open, then closes it. */
async function opened(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  socket.once(event, () => resolve(undefined))
  socket.on('error', reject)
  try {
    await inTime(promise, signal)
  } finally {
    socket.destroy()
  }
}

async function inTime<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = Promise.withResolvers<never>()
  const limit = stepSignal(signal)
  const onAbort = (): void => late.reject(new Error(`no response within ${STEP_MS / 1000} s (time-out)`))
  limit.addEventListener('abort', onAbort)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    limit.removeEventListener('abort', onAbort)
  }
}

function stepSignal(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(STEP_MS)])
}

import { ClusterFailure, Denied } from '../errors.ts'
import type { Kind } from './kinds.ts'
import type { Transport } from './transport.ts'

/** Who a token belongs to, as the API server says. */
export interface Subject {
  name: string
  uid: string | undefined
  groups: readonly string[]
  extra: Readonly<Record<string, readonly string[]>>
}

/** Asks whose a token is; undefined where it is nobody's, or for another audience. Rejects where the cluster could not say. */
export type ReviewToken = (token: string, signal: AbortSignal) => Promise<Subject | undefined>

const tokenReviews: Kind<unknown> = {
  kind: 'TokenReview',
  apiGroup: 'authentication.k8s.io',
  version: 'v1',
  plural: 'tokenreviews',
  namespaced: false,
}

/**
 * Reviews by the API server of a context. A token counts only for one of these audiences: one that was made for the API
 * server, or for another service, is not ours to take. Source: authentication.k8s.io/v1 TokenReview.
 */
export function tokenReviewBy(transport: Transport, audiences: readonly string[]): ReviewToken {
  return async (token, signal) => {
    const body = {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenReview',
      spec: { token, audiences },
    }
    try {
      return userOf(await transport.json({ verb: 'create', kind: tokenReviews, body }, signal), audiences)
    } catch (error) {
      // The caller lacks nothing here: the service does.
      if (!(error instanceof Denied)) throw error
      throw new ClusterFailure(
        'the cluster could not say whose token this is',
        'the service may not create tokenreviews.authentication.k8s.io: set auth.tokenReview.enabled=true, or grant its identity system:auth-delegator',
        { cause: error },
      )
    }
  }
}

function userOf(answer: unknown, audiences: readonly string[]): Subject | undefined {
  const { status } = answer as { status?: Record<string, unknown> | null }
  if (status?.['authenticated'] !== true) return undefined
  // An API server that does not know of audiences authenticates for its own.
  if (!strings(status['audiences']).some((one) => audiences.includes(one))) return undefined
  const user = (status['user'] ?? {}) as Record<string, unknown>
  const { username, uid, groups, extra } = user
  if (typeof username !== 'string' || username === '') return undefined
  return {
    name: username,
    uid: typeof uid === 'string' && uid !== '' ? uid : undefined,
    groups: strings(groups),
    extra: Object.fromEntries(
      Object.entries((extra ?? {}) as Record<string, unknown>).map(([key, values]) => [key, strings(values)]),
    ),
  }
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

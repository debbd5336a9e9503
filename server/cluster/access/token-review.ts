import type { UserInfo } from '../../core/user-info.ts'
import { ClusterError, ForbiddenByClusterError } from '../../core/errors.ts'
import { objectIn, stringsOf } from '../../core/json.ts'
import type { Kind } from '../kind.ts'
import type { Transport } from '../client/transport.ts'

/**
 * Sends a TokenReview. Resolves to undefined for a token that is invalid or for another audience; rejects if
 * the cluster could not decide.
 */
export type ReviewToken = (token: string, signal: AbortSignal) => Promise<UserInfo | undefined>

const tokenReviews: Kind<unknown> = {
  kind: 'TokenReview',
  apiGroup: 'authentication.k8s.io',
  version: 'v1',
  plural: 'tokenreviews',
  namespaced: false,
}

/**
 * Returns a function that sends TokenReviews to a context's API server. A token is valid only for one of
 * these audiences: a token issued for the API server or for another service is not accepted. Source:
 * authentication.k8s.io/v1 TokenReview.
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
      // The missing right is the service's, not the caller's.
      if (!(error instanceof ForbiddenByClusterError)) throw error
      throw new ClusterError(
        'could not verify the bearer token',
        'the service may not create tokenreviews.authentication.k8s.io: set auth.tokenReview.enabled=true, or grant its identity system:auth-delegator',
        { cause: error },
      )
    }
  }
}

function userOf(answer: unknown, audiences: readonly string[]): UserInfo | undefined {
  const status = objectIn(answer, 'status')
  if (status['authenticated'] !== true) return undefined
  // An API server that does not support audiences authenticates for its own, so a response without ours is
  // rejected.
  if (!stringsOf(status['audiences']).some((audience) => audiences.includes(audience))) return undefined
  const user = objectIn(status, 'user')
  const { username, uid, groups } = user
  if (typeof username !== 'string' || username === '') return undefined
  return {
    name: username,
    uid: typeof uid === 'string' && uid !== '' ? uid : undefined,
    groups: stringsOf(groups),
    extra: Object.fromEntries(
      Object.entries(objectIn(user, 'extra')).map(([key, values]) => [key, stringsOf(values)]),
    ),
  }
}

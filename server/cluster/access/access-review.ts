import { ClusterError, ForbiddenByClusterError } from '../../core/errors.ts'
import type { AccessQuery, Review } from './access-review-cache.ts'
import { objectIn } from '../../core/json.ts'
import type { Kind } from '../kind.ts'
import type { Transport } from '../client/transport.ts'
import type { UserInfo } from '../../core/user-info.ts'

const selfSubjectAccessReviews: Kind<unknown> = {
  kind: 'SelfSubjectAccessReview',
  apiGroup: 'authorization.k8s.io',
  version: 'v1',
  plural: 'selfsubjectaccessreviews',
  namespaced: false,
}

const subjectAccessReviews: Kind<unknown> = {
  ...selfSubjectAccessReviews,
  kind: 'SubjectAccessReview',
  plural: 'subjectaccessreviews',
}

/** An access review of a caller, in contrast to the service itself. */
export interface SubjectQuery extends AccessQuery {
  subject: UserInfo
}

/**
 * Returns a function that reviews the access of the transport's own identity. Source: authorization.k8s.io/v1
 * SelfSubjectAccessReview.
 */
export function reviewBy(transport: Transport): Review {
  return async (query, signal) => allowedBy(transport, selfSubjectAccessReviews, attributes(query), signal)
}

/**
 * Returns a function that reviews the access of other users. Source: authorization.k8s.io/v1
 * SubjectAccessReview. Rejects with ClusterError if the service may not create such reviews.
 */
export function subjectReviewBy(transport: Transport): Review<SubjectQuery> {
  return async ({ subject, ...query }, signal) => {
    const { name: user, uid, groups, extra } = subject
    const identity = { user, ...(uid === undefined ? {} : { uid }), groups, extra }
    try {
      return await allowedBy(transport, subjectAccessReviews, { ...attributes(query), ...identity }, signal)
    } catch (error) {
      // The missing right is the service's, not the caller's.
      if (!(error instanceof ForbiddenByClusterError)) throw error
      throw new ClusterError(
        'could not check what the caller is allowed to do',
        'the service may not create subjectaccessreviews.authorization.k8s.io: set auth.authorization=caller in the values of the Helm release, or grant its identity system:auth-delegator',
        { cause: error },
      )
    }
  }
}

async function allowedBy(
  transport: Transport,
  kind: Kind<unknown>,
  spec: object,
  signal: AbortSignal,
): Promise<boolean> {
  const body = { apiVersion: 'authorization.k8s.io/v1', kind: kind.kind, spec }
  const answer = await transport.json({ verb: 'create', kind, body }, signal)
  return objectIn(answer, 'status')['allowed'] === true
}

function attributes({ verb, kind, subresource, namespace, name }: AccessQuery): object {
  const optional = { subresource, namespace, name }
  const present = Object.entries(optional).filter(([, value]) => value !== undefined)
  return {
    resourceAttributes: {
      verb,
      group: kind.apiGroup,
      version: kind.version,
      resource: kind.plural,
      ...Object.fromEntries(present),
    },
  }
}

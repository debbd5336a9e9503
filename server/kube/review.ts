import { ClusterFailure, Denied } from '../errors.ts'
import type { Asked, Review } from './gate.ts'
import type { Kind } from './kinds.ts'
import type { Subject } from './token-review.ts'
import type { Transport } from './transport.ts'

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

/** What somebody asks for who is not the service. */
export interface CallersAsked extends Asked {
  subject: Subject
}

/** Reviews by the API server of a context, of the identity the transport shows. Source: authorization.k8s.io/v1. */
export function reviewBy(transport: Transport): Review {
  return async (asked, signal) => allowedBy(transport, selfSubjectAccessReviews, attributes(asked), signal)
}

/**
 * Reviews by the API server of a context, of others than the identity the transport shows. Source: authorization.k8s.io/v1
 * SubjectAccessReview. Rejects with ClusterFailure where the service may not ask.
 */
export function subjectReviewBy(transport: Transport): Review<CallersAsked> {
  return async ({ subject, ...asked }, signal) => {
    const { name: user, uid, groups, extra } = subject
    const who = { user, ...(uid === undefined ? {} : { uid }), groups, extra }
    try {
      return await allowedBy(transport, subjectAccessReviews, { ...attributes(asked), ...who }, signal)
    } catch (error) {
      // The caller lacks nothing here: the service does.
      if (!(error instanceof Denied)) throw error
      throw new ClusterFailure(
        'the cluster could not say what this caller may do',
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
  const { status } = answer as { status?: { allowed?: unknown } | null }
  return status?.allowed === true
}

function attributes({ verb, kind, subresource, namespace, name }: Asked): object {
  const optional = { subresource, namespace, name }
  const given = Object.entries(optional).filter(([, value]) => value !== undefined)
  return {
    resourceAttributes: {
      verb,
      group: kind.apiGroup,
      version: kind.version,
      resource: kind.plural,
      ...Object.fromEntries(given),
    },
  }
}

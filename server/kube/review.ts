import type { Asked, Review } from './gate.ts'
import type { Kind } from './kinds.ts'
import type { Transport } from './transport.ts'

const selfSubjectAccessReviews: Kind<unknown> = {
  kind: 'SelfSubjectAccessReview',
  apiGroup: 'authorization.k8s.io',
  version: 'v1',
  plural: 'selfsubjectaccessreviews',
  namespaced: false,
}

/** Reviews by the API server of a context, of the identity the transport shows. Source: authorization.k8s.io/v1. */
export function reviewBy(transport: Transport): Review {
  return async ({ verb, kind, namespace }: Asked, signal) => {
    const resourceAttributes = {
      verb,
      group: kind.apiGroup,
      version: kind.version,
      resource: kind.plural,
      ...(namespace === undefined ? {} : { namespace }),
    }
    const body = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes },
    }
    const answer = await transport.json({ verb: 'create', kind: selfSubjectAccessReviews, body }, signal)
    const { status } = answer as { status?: { allowed?: unknown } | null }
    return status?.allowed === true
  }
}

import { hash } from 'node:crypto'
import { ForbiddenByClusterError } from '../../core/errors.ts'
import { quote } from '../../core/formats/sanitize.ts'
import { qualifiedResource, resourceOf } from '../client/api-call.ts'
import {
  AccessReviewCache,
  type AccessQuery,
  type AccessReviewDependencies,
  type Review,
} from './access-review-cache.ts'
import type { SubjectQuery } from './access-review.ts'
import type { UserInfo } from '../../core/user-info.ts'

const MAX_NAME = 256

/** Access reviews of callers in one context. Reviews of the same question are single-flight. */
export class SubjectAccess {
  readonly #reviews: AccessReviewCache<SubjectQuery>
  readonly #identities = new WeakMap<UserInfo, string>()

  constructor(review: Review<SubjectQuery>, dependencies: AccessReviewDependencies) {
    const identity = ({ subject }: SubjectQuery): string => this.#identityOf(subject)
    this.#reviews = new AccessReviewCache(review, dependencies, identity)
  }

  of(subject: UserInfo): AccessForSubject {
    return new AccessForSubject(this.#reviews, subject)
  }

  /** Gives the memory back: the context is not served any more. */
  close(): void {
    this.#reviews.close()
  }

  /** Expires every cached decision, so that the next check asks the API server. */
  forget(): void {
    this.#reviews.forget()
  }

  /**
   * Two tokens of one user name may carry different groups, so callers are distinguished by every field a
   * SubjectAccessReview holds: by a digest of them, since a caller may have hundreds of groups.
   */
  #identityOf(subject: UserInfo): string {
    const existing = this.#identities.get(subject)
    if (existing !== undefined) return existing
    const { name, uid, groups, extra } = subject
    const identity = hash('sha256', JSON.stringify([name, uid, groups, Object.entries(extra)]), 'base64url')
    this.#identities.set(subject, identity)
    return identity
  }
}

/** The rights of one caller in one context. */
export class AccessForSubject {
  readonly #reviews: AccessReviewCache<SubjectQuery>
  readonly #subject: UserInfo

  constructor(reviews: AccessReviewCache<SubjectQuery>, subject: UserInfo) {
    this.#reviews = reviews
    this.#subject = subject
  }

  /**
   * Returns the cached decision without waiting; undefined if there is none. A decision for all objects of the
   * kind or for the named object is enough to allow.
   */
  peek(query: AccessQuery): boolean | undefined {
    const { name, ...any } = this.#subjectQuery(query)
    const decided = this.#reviews.peek(any)?.allowed
    if (decided === true || name === undefined) return decided
    const named = this.#reviews.peek({ ...any, name })?.allowed
    return named === true ? true : decided === undefined ? undefined : named
  }

  /**
   * Resolves if the caller is authorized. Rejects with an error that names the caller if not, and with
   * ClusterError if the cluster has not decided for too long.
   */
  async demand(query: AccessQuery): Promise<void> {
    const { name, ...any } = this.#subjectQuery(query)
    if ((await this.#reviews.check(any)).allowed) return
    if (name !== undefined && (await this.#reviews.check({ ...any, name })).allowed) return
    throw denial(quote(this.#subject.name, MAX_NAME), query)
  }

  #subjectQuery(query: AccessQuery): SubjectQuery {
    return { ...query, subject: this.#subject }
  }
}

/** Builds the message of an API server's 403, for a quoted user. Source: k8s.io/apiserver, authorization filter errors. */
function denial(user: string, query: AccessQuery): ForbiddenByClusterError {
  const { verb, kind, namespace, name } = query
  const resource = resourceOf(query)
  const subject = qualifiedResource({ kind }) + (name === undefined ? '' : ` "${name}"`)
  const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`
  const message = `${subject} is forbidden: User ${user} cannot ${verb} resource "${resource}" in API group "${kind.apiGroup}" ${where}`
  const missing = {
    verb,
    apiGroup: kind.apiGroup,
    resource,
    ...(namespace === undefined ? {} : { namespace }),
  }
  return new ForbiddenByClusterError(message, [missing], hint(user, query))
}

function hint(user: string, query: AccessQuery): string {
  const where = query.namespace === undefined ? 'in a ClusterRole' : `in namespace "${query.namespace}"`
  return `the caller lacks this right, not the service: grant ${query.verb} ${resourceOf(query)} ${where} to ${user} or one of its groups`
}

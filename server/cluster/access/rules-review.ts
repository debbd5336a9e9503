import type { Clock } from '../../core/clock.ts'
import { isObject, objectIn, stringsOf } from '../../core/json.ts'
import type { Kind } from '../kind.ts'
import type { Transport } from '../client/transport.ts'
import type { AccessQuery, Review } from './access-review-cache.ts'

/** Lifetime of the rules of one namespace. */
const RULES_MS = 5_000
/** Lifetime of a single access review, needed only if the rules are incomplete. */
const REVIEW_MS = 60_000
/**
 * Namespace of the review for cluster-wide rights. The rules of a namespace are those of its RoleBindings and of all
 * ClusterRoleBindings; this one has no RoleBindings, so the rules are the cluster-wide ones.
 */
const NO_NAMESPACE = 'cluster-inspector-cluster-wide'

const selfSubjectRulesReviews: Kind<unknown> = {
  kind: 'SelfSubjectRulesReview',
  apiGroup: 'authorization.k8s.io',
  version: 'v1',
  plural: 'selfsubjectrulesreviews',
  namespaced: false,
}

/** A rule of authorization.k8s.io/v1 SubjectRulesReviewStatus. */
interface ResourceRule {
  readonly verbs?: unknown
  readonly apiGroups?: unknown
  readonly resources?: unknown
  readonly resourceNames?: unknown
}

interface Rules {
  readonly rules: readonly ResourceRule[]
  /** Whether an authorizer did not list its rules, so that a missing rule proves nothing. */
  readonly incomplete: boolean
}

interface Cached<T> {
  readonly reviewedAt: number
  readonly value: Promise<T>
}

/**
 * The rights of the service's own identity, for display: one SelfSubjectRulesReview per namespace in place of one
 * access review per right. Nothing is allowed or denied by it; enforcement uses AccessReviewCache.
 */
export class RulesReviewCache {
  readonly #transport: Transport
  readonly #review: Review
  readonly #time: Clock
  readonly #rules = new Map<string, Cached<Rules>>()
  readonly #reviews = new Map<string, Cached<boolean>>()

  /** `review` decides what incomplete rules leave open. */
  constructor(transport: Transport, review: Review, time: Clock) {
    this.#transport = transport
    this.#review = review
    this.#time = time
  }

  /** Whether a right is granted. Rejects if the cluster cannot tell. */
  async allows(query: AccessQuery, signal: AbortSignal): Promise<boolean> {
    const namespace = query.namespace ?? NO_NAMESPACE
    const { rules, incomplete } = await this.#cached(this.#rules, namespace, RULES_MS, () =>
      this.#rulesOf(namespace, signal),
    )
    if (rules.some((rule) => grants(rule, query))) return true
    if (!incomplete) return false
    const { verb, kind, subresource = '' } = query
    const key = `${namespace} ${verb} ${kind.plural}.${kind.apiGroup}/${subresource}`
    return this.#cached(this.#reviews, key, REVIEW_MS, () => this.#review(query, signal))
  }

  /** Drops everything after the identity changed. */
  forget(): void {
    this.#rules.clear()
    this.#reviews.clear()
  }

  async #rulesOf(namespace: string, signal: AbortSignal): Promise<Rules> {
    const body = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectRulesReview',
      spec: { namespace },
    }
    const answer = await this.#transport.json({ verb: 'create', kind: selfSubjectRulesReviews, body }, signal)
    const { resourceRules, incomplete } = objectIn(answer, 'status')
    const rules: readonly unknown[] = Array.isArray(resourceRules) ? resourceRules : []
    return { rules: rules.filter((rule) => isObject(rule)), incomplete: incomplete !== false }
  }

  /** Returns a recent value, or the one that is being requested; failures are not kept. */
  #cached<T>(
    cache: Map<string, Cached<T>>,
    key: string,
    lifetime: number,
    review: () => Promise<T>,
  ): Promise<T> {
    const now = this.#time.now()
    const cached = cache.get(key)
    if (cached !== undefined && now - cached.reviewedAt < lifetime) return cached.value
    for (const [old, { reviewedAt }] of cache) if (now - reviewedAt >= lifetime) cache.delete(old)
    const value = review()
    cache.set(key, { reviewedAt: now, value })
    value.catch(() => {
      if (cache.get(key)?.value === value) cache.delete(key)
    })
    return value
  }
}

/** Whether a rule grants a right to every object of a kind. Source: k8s.io/component-helpers/auth/rbac, rule matching. */
function grants(
  { verbs, apiGroups, resources, resourceNames }: ResourceRule,
  { verb, kind, subresource }: AccessQuery,
): boolean {
  // A rule for some objects only; one that cannot be read grants nothing.
  if (resourceNames !== undefined && resourceNames !== null && !isEmptyList(resourceNames)) return false
  const has = (list: unknown, ...values: string[]): boolean =>
    stringsOf(list).some((item) => item === '*' || values.includes(item))
  const names =
    subresource === undefined ? [kind.plural] : [`${kind.plural}/${subresource}`, `*/${subresource}`]
  return has(verbs, verb) && has(apiGroups, kind.apiGroup) && has(resources, ...names)
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

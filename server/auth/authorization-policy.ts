import { UnauthenticatedError, ForbiddenByPolicyError } from '../core/errors.ts'
import { quote } from '../core/formats/sanitize.ts'
import type { Caller } from './caller.ts'

/** Groups that may read, and that may write; an empty list admits every authenticated caller. */
export interface PolicyRules {
  /** Rights that count in a cluster: the service's only, or the caller's as well. */
  authorization: 'service' | 'caller'
  /** Contexts in which callers have the same user names as here. */
  sharedIdentities: readonly string[]
  reads: readonly string[]
  writes: readonly string[]
  /** Groups that may read the audit log; empty: no caller may. */
  audit: readonly string[]
}

/**
 * The service's own authorization policy, applied before the cluster's. With `authorization: service` every
 * authenticated caller may do what the service may; with `caller`, what both may.
 */
export class AuthorizationPolicy {
  readonly #rules: PolicyRules

  constructor(rules: PolicyRules) {
    this.#rules = rules
  }

  /** Returns the caller whose rights the cluster reviews; undefined if only the service's rights count. */
  clusterSubject(caller: Caller | undefined): Caller | undefined {
    if (this.#rules.authorization === 'service') return undefined
    if (caller === undefined) throw new UnauthenticatedError('authentication required')
    return caller
  }

  /** Whether callers have the same user names in a context. */
  sharesIdentities(context: string): boolean {
    return this.#rules.sharedIdentities.includes(context)
  }

  mayRead(caller: Caller): boolean {
    return isOf(caller, this.#rules.reads)
  }

  mayWrite(caller: Caller): boolean {
    return this.mayRead(caller) && isOf(caller, this.#rules.writes)
  }

  /** Whether a caller may read the audit log. */
  mayAudit({ groups }: Caller): boolean {
    return groups.some((group) => this.#rules.audit.includes(group))
  }

  /** Throws ForbiddenByPolicyError if a caller may not read the audit log. */
  requireAuditor(caller: Caller | undefined): void {
    if (caller !== undefined && this.mayAudit(caller)) return
    throw new ForbiddenByPolicyError(
      `user ${quote(caller?.name ?? 'anonymous')} is not allowed to read the audit log`,
      'requires membership of a group in auditGroups (chart: auth.auditReaders)',
    )
  }

  /** Throws ForbiddenByPolicyError, which names the required groups, if a caller may not perform the action. */
  require(caller: Caller, action: 'read' | 'write'): void {
    if (action === 'read' ? this.mayRead(caller) : this.mayWrite(caller)) return
    const [verb, setting, groups] = this.mayRead(caller)
      ? (['change', 'writeGroups (chart: auth.writes)', this.#rules.writes] as const)
      : (['read', 'readGroups (chart: auth.reads)', this.#rules.reads] as const)
    throw new ForbiddenByPolicyError(
      `user ${quote(caller.name)} is not allowed to ${verb} resources`,
      `requires membership of one of the groups ${groups.join(', ')}; or add a group of this user to ${setting}`,
    )
  }
}

function isOf({ groups }: Caller, allowed: readonly string[]): boolean {
  return allowed.length === 0 || groups.some((group) => allowed.includes(group))
}

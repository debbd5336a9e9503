import { NotAdmitted, Refused } from '../errors.ts'
import type { Caller } from './caller.ts'

/** Which groups may read and which may change things; none: everyone who is let in. */
export interface Rules {
  /** Whose rights in a cluster count: the service's alone, or the caller's as well. */
  authorization: 'service' | 'caller'
  /** Contexts in which a caller is who they are here. */
  sharedIdentities: readonly string[]
  reads: readonly string[]
  writes: readonly string[]
  /** Which may read the audit trail; none: nobody. */
  audit: readonly string[]
}

/**
 * What callers may do here by this service's own rules, before the cluster's. With `authorization: service` everyone who is
 * let in may then do what the service may; with `caller`, what both may.
 */
export class Permission {
  readonly #rules: Rules

  constructor(rules: Rules) {
    this.#rules = rules
  }

  /** Of whom the cluster is asked what they may; undefined where the service's own rights are all that counts. */
  subjectOf(caller: Caller | undefined): Caller | undefined {
    if (this.#rules.authorization === 'service') return undefined
    if (caller === undefined) throw new NotAdmitted('nobody is let in without saying who they are')
    return caller
  }

  /** Whether callers are known by the same names in a context. */
  sharesIdentities(context: string): boolean {
    return this.#rules.sharedIdentities.includes(context)
  }

  mayRead(caller: Caller): boolean {
    return isOf(caller, this.#rules.reads)
  }

  mayWrite(caller: Caller): boolean {
    return this.mayRead(caller) && isOf(caller, this.#rules.writes)
  }

  /** Throws Refused for who may not read the audit trail. */
  checkAudit(caller: Caller | undefined): void {
    const { audit } = this.#rules
    if (caller?.groups.some((group) => audit.includes(group)) === true) return
    throw new Refused(
      `"${caller?.name ?? 'nobody'}" may not read the audit trail`,
      'have one of your groups added to auditGroups (chart: auth.auditReaders)',
    )
  }

  /** Throws Refused, which names the groups it takes. */
  check(caller: Caller, action: 'read' | 'write'): void {
    if (action === 'read' ? this.mayRead(caller) : this.mayWrite(caller)) return
    const [what, setting, groups] = this.mayRead(caller)
      ? (['change', 'writeGroups (chart: auth.writes)', this.#rules.writes] as const)
      : (['read', 'readGroups (chart: auth.reads)', this.#rules.reads] as const)
    throw new Refused(
      `"${caller.name}" may ${what} nothing through this service`,
      `be of one of the groups ${groups.join(', ')}, or have one of yours added to ${setting}`,
    )
  }
}

function isOf({ groups }: Caller, wanted: readonly string[]): boolean {
  return wanted.length === 0 || groups.some((group) => wanted.includes(group))
}

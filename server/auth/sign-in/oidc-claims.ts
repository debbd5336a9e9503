import { UnauthenticatedError } from '../../core/errors.ts'
import { fittingGroups } from './fitting-groups.ts'
import type { ClaimNames } from './settings.ts'

const MAX_NAME = 256

/** An identity as an issuer states it, without a prefix. */
export interface ClaimedIdentity {
  name: string
  groups: readonly string[]
  /** Number of groups that were dropped because there are too many. */
  droppedGroups: number
}

/**
 * Reads an identity from the claims of an ID token (OpenID Connect Core §5.1). Throws UnauthenticatedError if they
 * contain no usable name.
 */
export function identityFromClaims(
  claims: Readonly<Record<string, unknown>>,
  names: ClaimNames,
): ClaimedIdentity {
  const name = nameIn(claims, names.name)
  const all = groupsIn(claims[names.groups])
  const groups = fittingGroups(name, all)
  return { name, groups, droppedGroups: all.length - groups.length }
}

function nameIn(claims: Readonly<Record<string, unknown>>, nameClaim: string): string {
  const name = claims[nameClaim]
  // An unverified email address could belong to anyone.
  const verified = nameClaim !== 'email' || claims['email_verified'] === true
  if (typeof name !== 'string' || name === '' || !verified)
    throw new UnauthenticatedError(
      `the issuer's claims contain no name in ${nameClaim} (an email must be verified): set nameClaim`,
    )
  if (name.length > MAX_NAME)
    throw new UnauthenticatedError(`the name in the issuer's claims is longer than ${MAX_NAME} characters`)
  return name
}

/** The groups claim is a list; some issuers send a single group as a string. */
function groupsIn(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return [...new Set(list.filter((group): group is string => typeof group === 'string' && group !== ''))]
}

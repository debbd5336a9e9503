import { UnauthenticatedError } from '../../core/errors.ts'
import type { ClaimNames } from './settings.ts'

const MAX_NAME = 256
/** Limits a session's groups, since its cookie has to fit beside other headers. */
const [MAX_GROUPS, MAX_GROUPS_LENGTH] = [100, 4096]

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
  const groups: string[] = []
  let length = 0
  for (const group of all) {
    length += group.length
    if (groups.length >= MAX_GROUPS || length > MAX_GROUPS_LENGTH) break
    groups.push(group)
  }
  return { name, groups, droppedGroups: all.length - groups.length }
}

function nameIn(claims: Readonly<Record<string, unknown>>, nameClaim: string | undefined): string {
  const candidates = nameClaim === undefined ? ['preferred_username', 'email', 'sub'] : [nameClaim]
  // An unverified email address could belong to anyone.
  const name = candidates
    .filter((claim) => claim !== 'email' || claims['email_verified'] === true)
    .map((claim) => claims[claim])
    .find((value) => typeof value === 'string' && value !== '')
  if (typeof name !== 'string')
    throw new UnauthenticatedError(
      `the issuer's claims contain no name in ${candidates.join(', ')} (an email must be verified): set nameClaim`,
    )
  if (name.length > MAX_NAME || /\p{Cc}/u.test(name))
    throw new UnauthenticatedError(
      `the name in the issuer's claims is longer than ${MAX_NAME} characters or contains control characters`,
    )
  return name
}

/** The groups claim is a list; some issuers send a single group as a string. */
function groupsIn(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return [...new Set(list.filter((group): group is string => typeof group === 'string' && group !== ''))]
}

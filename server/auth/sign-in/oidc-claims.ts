import { UnauthenticatedError } from '../../core/errors.ts'
import { truncateGroups } from './truncate-groups.ts'
import type { ClaimNames } from './settings.ts'

const MAX_NAME = 256
/** Limit of OpenID Connect Core §2. */
const MAX_SUBJECT = 255

/** An identity as an issuer states it, without a prefix. */
export interface ClaimedIdentity {
  name: string
  groups: readonly string[]
  /** Identifier of the account at the issuer; undefined if the name is by definition the same. */
  subject: string | undefined
  /** Number of groups that were dropped because they do not fit into the session cookie. */
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
  const name = readName(claims, names.name)
  const all = readGroups(claims[names.groups])
  // A name that is the subject says it already.
  const subject = names.name === 'sub' ? undefined : readSubject(claims['sub'])
  const groups = truncateGroups(name, all, subject)
  return { name, groups, subject, droppedGroups: all.length - groups.length }
}

function readSubject(subject: unknown): string | undefined {
  const isUsable = typeof subject === 'string' && subject !== '' && subject.length <= MAX_SUBJECT
  return isUsable ? subject : undefined
}

function readName(claims: Readonly<Record<string, unknown>>, nameClaim: string): string {
  const name = claims[nameClaim]
  // An unverified email address could belong to anyone.
  const verified = nameClaim !== 'email' || claims['email_verified'] === true
  if (typeof name !== 'string' || name === '' || !verified)
    throw new UnauthenticatedError(
      `the ID token has no user name in the claim "${nameClaim}", or email_verified is not true: set another claim with nameClaim`,
    )
  if (name.length > MAX_NAME)
    throw new UnauthenticatedError(`the name in the issuer's claims is longer than ${MAX_NAME} characters`)
  return name
}

/** Returns the distinct groups. The claim is a list; some issuers send a single group as a string. */
function readGroups(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return [...new Set(list.filter((group): group is string => typeof group === 'string' && group !== ''))]
}

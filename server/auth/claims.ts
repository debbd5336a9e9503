import { NotAdmitted } from '../errors.ts'
import type { ClaimNames } from './sign-in-settings.ts'

const MAX_NAME = 256
/** A session travels in a cookie with each request, so it holds no more than fits beside other headers. */
const [MAX_GROUPS, MAX_GROUPS_LENGTH] = [100, 4096]

/** Who somebody is, as an issuer says it, without a prefix. */
export interface Claimed {
  name: string
  groups: readonly string[]
  /** How many groups were left out because there are too many. */
  leftOut: number
}

/** Reads who somebody is from the claims of an ID token (OpenID Connect Core §5.1). Throws NotAdmitted where they do not say. */
export function claimedIn(claims: Readonly<Record<string, unknown>>, names: ClaimNames): Claimed {
  const name = nameIn(claims, names.name)
  const all = groupsIn(claims[names.groups])
  const groups: string[] = []
  let length = 0
  for (const group of all) {
    length += group.length
    if (groups.length >= MAX_GROUPS || length > MAX_GROUPS_LENGTH) break
    groups.push(group)
  }
  return { name, groups, leftOut: all.length - groups.length }
}

function nameIn(claims: Readonly<Record<string, unknown>>, wanted: string | undefined): string {
  const candidates = wanted === undefined ? ['preferred_username', 'email', 'sub'] : [wanted]
  // An address that nobody has proved to be theirs could be anyone's.
  const name = candidates
    .filter((claim) => claim !== 'email' || claims['email_verified'] === true)
    .map((claim) => claims[claim])
    .find((value) => typeof value === 'string' && value !== '')
  if (typeof name !== 'string')
    throw new NotAdmitted(
      `the issuer says no name in ${candidates.join(', ')} (an email counts where it is verified): set nameClaim`,
    )
  if (name.length > MAX_NAME || /\p{Cc}/u.test(name))
    throw new NotAdmitted(
      `the name the issuer says has more than ${MAX_NAME} characters, or some that are no text`,
    )
  return name
}

/** A claim of groups is a list; with some issuers, where it holds one, that alone. */
function groupsIn(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return [...new Set(list.filter((one): one is string => typeof one === 'string' && one !== ''))]
}

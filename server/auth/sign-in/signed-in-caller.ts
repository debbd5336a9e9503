import { externalCaller, type Caller, type SignedInBy } from '../caller.ts'
import type { SignedInUser } from './session-tokens.ts'
import type { OidcSettings } from './settings.ts'

const GITHUB = 'https://github.com'

/** Returns the caller for a user, with the prefixes of the method and the account at the issuer, if it is known. */
export function signedInCaller(
  { oidc }: { readonly oidc: Pick<OidcSettings, 'issuer' | 'prefixes' | 'claims'> | undefined },
  via: SignedInBy,
  { name, groups, subject }: SignedInUser,
): Caller {
  const caller = externalCaller(via, name, groups, via === 'oidc' ? oidc?.prefixes : undefined)
  const isNamedBySubject = via === 'oidc' && oidc?.claims.name === 'sub'
  const id = subject ?? (isNamedBySubject ? name : undefined)
  const issuer = via === 'oidc' ? oidc?.issuer : GITHUB
  return id === undefined || issuer === undefined ? caller : { ...caller, account: `${issuer} ${id}` }
}

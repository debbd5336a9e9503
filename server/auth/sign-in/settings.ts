import { isLoopbackHost } from '../../core/formats/loopback.ts'
import type { Settings } from '../../config/settings-schema.ts'
import type { IdentityPrefixes } from '../caller.ts'

/** Settings of the sign-in. */
export interface SignInSettings {
  /** Public URL of this service: scheme, host name and port. Every URL of a sign-in is derived from it. */
  origin: URL
  /** A file with one key per line. The first key encrypts sessions, and each of them decrypts. */
  keysFile: string
  oidc: OidcSettings | undefined
  github: GitHubSettings | undefined
}

/** An OpenID Connect issuer, and the claims that identify a user. */
export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecretFile: string
  scopes: readonly string[]
  /** Undefined: the CA certificates that Node.js trusts. */
  caFile: string | undefined
  claims: ClaimNames
  prefixes: IdentityPrefixes
}

export interface ClaimNames {
  /** Claim with the user name: `sub`, which the issuer never gives to two users, unless another is set. */
  name: string
  groups: string
}

export interface GitHubSettings {
  clientId: string
  clientSecretFile: string
  /** Members of these organizations may sign in, and are in groups of the same names. */
  organizations: readonly string[]
}

type SignInInput = Pick<
  Settings,
  | 'authUrl'
  | 'signInKeysFile'
  | 'oidcIssuer'
  | 'oidcClientId'
  | 'oidcClientSecretFile'
  | 'oidcScopes'
  | 'oidcCaFile'
  | 'nameClaim'
  | 'groupsClaim'
  | 'oidcUsernamePrefix'
  | 'oidcGroupsPrefix'
  | 'githubClientId'
  | 'githubClientSecretFile'
  | 'githubOrganizations'
>

/** Returns one sentence for each error in the sign-in settings; none if sign-in is not configured. */
export function validateSignInSettings(input: SignInInput): string[] {
  const oidc = ['oidcIssuer', 'oidcClientId', 'oidcClientSecretFile'] as const
  const github = ['githubClientId', 'githubClientSecretFile', 'githubOrganizations'] as const
  const common = ['authUrl', 'signInKeysFile'] as const
  const set = (key: keyof SignInInput): boolean => input[key] !== undefined && input[key].length > 0
  const partOf = (feature: string, keys: readonly (keyof SignInInput)[]): string[] => {
    const missing = keys.filter((key) => !set(key))
    return missing.length === 0 ? [] : [`${feature} requires ${missing.join(' and ')}`]
  }
  const byOidc = [...oidc, 'oidcCaFile' as const, 'nameClaim' as const].some(set)
  const byGitHub = github.some(set)
  if (!byOidc && !byGitHub)
    return common.some(set) ? ['sign-in requires an identity provider: set oidcIssuer or githubClientId'] : []
  return [
    ...partOf('sign-in', common),
    ...(byOidc ? partOf('sign-in by OpenID Connect', oidc) : []),
    ...(byGitHub ? partOf('sign-in by GitHub, where anyone may have an account,', github) : []),
    ...(input.authUrl === undefined || isOrigin(input.authUrl)
      ? []
      : [
          'authUrl must be the URL of this service in browsers, such as https://inspector.example.com, without a path (http: only on localhost)',
        ]),
    ...(input.oidcIssuer === undefined || isSafe(input.oidcIssuer)
      ? []
      : ['oidcIssuer must be an https URL (http: only on localhost)']),
  ]
}

/** Returns the sign-in settings, if there are any; they were validated before. */
export function signInSettings(input: SignInInput): SignInSettings | undefined {
  const { authUrl, signInKeysFile, oidcIssuer, oidcClientId, oidcClientSecretFile } = input
  const { githubClientId, githubClientSecretFile } = input
  if (authUrl === undefined || signInKeysFile === undefined) return undefined
  const byOidc =
    oidcIssuer !== undefined && oidcClientId !== undefined && oidcClientSecretFile !== undefined
      ? {
          issuer: oidcIssuer,
          clientId: oidcClientId,
          clientSecretFile: oidcClientSecretFile,
          scopes: input.oidcScopes,
          caFile: input.oidcCaFile,
          claims: { name: input.nameClaim ?? 'sub', groups: input.groupsClaim },
          prefixes: {
            name: prefixIn(input.oidcUsernamePrefix),
            groups: prefixIn(input.oidcGroupsPrefix),
          },
        }
      : undefined
  const byGitHub =
    githubClientId !== undefined && githubClientSecretFile !== undefined
      ? {
          clientId: githubClientId,
          clientSecretFile: githubClientSecretFile,
          organizations: input.githubOrganizations,
        }
      : undefined
  return { origin: new URL(authUrl), keysFile: signInKeysFile, oidc: byOidc, github: byGitHub }
}

/** Returns a prefix; `-` is none, as for an API server. */
function prefixIn(text: string): string {
  return text === '-' ? '' : text
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && isSafe(text) && (text === url.origin || text === `${url.origin}/`)
}

/** Whether a URL is protected against eavesdropping: https, or http on loopback. */
function isSafe(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname))
}

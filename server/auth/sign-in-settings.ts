import type { Settings } from '../settings.ts'

const LOOPBACK = /^(.+\.)?localhost$|^127\.\d+\.\d+\.\d+$|^\[::1\]$/

/** How people sign in here. */
export interface SignInSettings {
  /** Where browsers find this service: scheme, name and port, from which every URL of a sign-in is made. */
  origin: URL
  /** A file with a key a line. The first encrypts sessions, each decrypts them. */
  keysFile: string
  oidc: OidcSettings | undefined
  github: GitHubSettings | undefined
}

/** An OpenID Connect issuer, and what of it says who somebody is. */
export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecretFile: string
  scopes: readonly string[]
  /** Undefined: the certificates Node.js trusts. */
  caFile: string | undefined
  claims: ClaimNames
}

export interface ClaimNames {
  /** Undefined: `preferred_username`, a verified `email`, or `sub`, whichever there is first. */
  name: string | undefined
  groups: string
}

export interface GitHubSettings {
  clientId: string
  clientSecretFile: string
  /** Who is a member of one of these may sign in, and is of groups that are named like them. */
  organizations: readonly string[]
}

type Given = Pick<
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
  | 'githubClientId'
  | 'githubClientSecretFile'
  | 'githubOrganizations'
>

/** What is wrong with the settings of the sign-in, a sentence each; none where nobody is to sign in. */
export function signInMistakes(given: Given): string[] {
  const oidc = ['oidcIssuer', 'oidcClientId', 'oidcClientSecretFile'] as const
  const github = ['githubClientId', 'githubClientSecretFile', 'githubOrganizations'] as const
  const common = ['authUrl', 'signInKeysFile'] as const
  const set = (key: keyof Given): boolean => given[key] !== undefined && given[key].length > 0
  const partOf = (what: string, keys: readonly (keyof Given)[]): string[] => {
    const missing = keys.filter((key) => !set(key))
    return missing.length === 0 ? [] : [`${what} needs ${missing.join(' and ')} too`]
  }
  const byOidc = [...oidc, 'oidcCaFile' as const, 'nameClaim' as const].some(set)
  const byGitHub = github.some(set)
  if (!byOidc && !byGitHub)
    return common.some(set)
      ? ['sign-in needs somebody who says who people are: set oidcIssuer or githubClientId']
      : []
  return [
    ...partOf('sign-in', common),
    ...(byOidc ? partOf('sign-in by OpenID Connect', oidc) : []),
    ...(byGitHub ? partOf('sign-in by GitHub, where anyone may have an account,', github) : []),
    ...(given.authUrl === undefined || isOrigin(given.authUrl)
      ? []
      : [
          'authUrl must be where browsers find this service, as https://inspector.example.com, without a path (http: on localhost alone)',
        ]),
    ...(given.oidcIssuer === undefined || isSafe(given.oidcIssuer)
      ? []
      : ['oidcIssuer must be an https URL (http: on localhost alone)']),
  ]
}

/** The settings of the sign-in, where there are any; they were found to be whole. */
export function signInSettings(given: Given): SignInSettings | undefined {
  const { authUrl, signInKeysFile, oidcIssuer, oidcClientId, oidcClientSecretFile } = given
  const { githubClientId, githubClientSecretFile } = given
  if (authUrl === undefined || signInKeysFile === undefined) return undefined
  const byOidc =
    oidcIssuer !== undefined && oidcClientId !== undefined && oidcClientSecretFile !== undefined
      ? {
          issuer: oidcIssuer,
          clientId: oidcClientId,
          clientSecretFile: oidcClientSecretFile,
          scopes: given.oidcScopes,
          caFile: given.oidcCaFile,
          claims: { name: given.nameClaim, groups: given.groupsClaim },
        }
      : undefined
  const byGitHub =
    githubClientId !== undefined && githubClientSecretFile !== undefined
      ? {
          clientId: githubClientId,
          clientSecretFile: githubClientSecretFile,
          organizations: given.githubOrganizations,
        }
      : undefined
  return { origin: new URL(authUrl), keysFile: signInKeysFile, oidc: byOidc, github: byGitHub }
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && isSafe(text) && (text === url.origin || text === `${url.origin}/`)
}

/** Whether nobody on the way to a URL can read or change what is said. */
function isSafe(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))
}

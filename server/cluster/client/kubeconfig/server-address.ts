import { KubeconfigError } from './kubeconfig-error.ts'

/** Address of an API server, as client-go understands `server`. */
export interface ServerAddress {
  readonly origin: string
  readonly basePath: string
  /** Plain HTTP: client-go sends no credentials. */
  readonly isPlain: boolean
  /** Credentials in the URL, which take the place of those of the user. */
  readonly userInfo: { readonly username: string; readonly password: string } | undefined
}

const WITH_AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i
/** Characters that URL parsers treat differently: backslashes, blanks and control characters. */
const AMBIGUOUS = /[\\\s\p{Cc}]/u

/**
 * Parses `server`. Without a scheme it is a host of plain HTTP, and may have no path. Throws KubeconfigError. Source:
 * client-go, rest.DefaultServerURL.
 */
export function parseServer(server: string): ServerAddress {
  const hasScheme = WITH_AUTHORITY.test(server)
  const url = AMBIGUOUS.test(server) ? null : URL.parse(hasScheme ? server : `http://${server}`)
  if (url === null || url.hostname === '') throw new KubeconfigError('server is not a URL')
  if (!hasScheme && url.pathname !== '/')
    throw new KubeconfigError('server is not a URL: it has a path, but no scheme')
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new KubeconfigError('server is not an http(s) URL')
  const { username, password } = url
  return {
    origin: url.origin,
    basePath: basePathOf(url.pathname),
    isPlain: url.protocol === 'http:',
    userInfo:
      username === '' && password === ''
        ? undefined
        : { username: decoded(username), password: decoded(password) },
  }
}

/** Returns the path without empty segments and without a slash at its end. */
function basePathOf(pathname: string): string {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  return segments.map((segment) => `/${segment}`).join('')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new KubeconfigError('server is not a URL: the user name is not percent-encoded')
  }
}

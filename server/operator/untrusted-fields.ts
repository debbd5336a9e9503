import { isBearerToken } from '../core/formats/header-text.ts'
import { certificates, decoded, keyOf } from './pem.ts'
import { Rejection, type Material } from './rejection.ts'

const MAX_TOKEN = 65_536

const RUNS_A_PROGRAM =
  'is not allowed, because it runs a program, and the Pod runs none: use a token or a client certificate'

/** Known keys that are not accepted, and the reason. */
const REASONS: Readonly<Record<string, string>> = {
  exec: RUNS_A_PROGRAM,
  'auth-provider':
    'is not allowed, because it calls an issuer that the kubeconfig names: use a token or a client certificate',
  execProviderConfig: RUNS_A_PROGRAM,
  awsAuthConfig: RUNS_A_PROGRAM,
  tokenFile: 'is not allowed: it reads a file of the Pod',
  'token-file': 'is not allowed: it reads a file of the Pod',
  'client-certificate': 'is not allowed, because it reads a file of the Pod: use client-certificate-data',
  'client-key': 'is not allowed, because it reads a file of the Pod: use client-key-data',
  'certificate-authority':
    'is not allowed, because it reads a file of the Pod: use certificate-authority-data',
  'proxy-url': 'is not allowed: it sends credentials through another host',
  proxyUrl: 'is not allowed: it sends credentials through another host',
  username: 'is no longer supported by API servers: use a token or a client certificate',
  password: 'is no longer supported by API servers: use a token or a client certificate',
  as: 'is not allowed, because it impersonates another user: use the credentials of that user',
}

/** A map from an untrusted source. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns a value as a map, with any content. Throws Rejection. */
export function fields(subject: string, value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Rejection(`${subject}: must be a map`)
  return { ...value }
}

/** Throws Rejection for the first key that is not allowed, with the reason. */
export function rejectUnknownKeys(subject: string, map: Fields, allowed: ReadonlySet<string>): void {
  for (const key of Object.keys(map)) {
    if (allowed.has(key)) continue
    const listed = Object.hasOwn(REASONS, key) ? REASONS[key] : undefined
    const reason = listed ?? (key.startsWith('as-') ? REASONS['as'] : 'is an unknown field')
    throw new Rejection(`${subject}: ${JSON.stringify(key.slice(0, 64))} ${reason}`)
  }
}

/** Returns a field's text; undefined if it is absent or empty. Throws Rejection for any other type. */
export function textOf(map: Fields, key: string): string | undefined {
  const value = map[key]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw new Rejection(`${key}: must be a string`)
  return value
}

/** Returns a token that is valid in a header. Throws Rejection. */
export function checkedToken(field: string, token: string): string {
  if (token.length > MAX_TOKEN) throw new Rejection(`${field}: must not exceed ${MAX_TOKEN >> 10} KiB`)
  if (!isBearerToken(token))
    throw new Rejection(`${field}: must be a text without blanks and control characters`)
  return token
}

/** Decodes the CA certificates of a base64 field. Throws Rejection. */
export function caOf(map: Fields, key: string): Pick<Material, 'ca'> {
  const value = textOf(map, key)
  return value === undefined ? {} : { ca: certificates(key, decoded(key, value)) }
}

/** Returns the token and the client certificate; at least one is required. Throws Rejection. */
export function credentialsOf(
  map: Fields,
  keys: { token: string; cert: string; key: string },
): Pick<Material, 'token' | 'cert' | 'key'> {
  const token = textOf(map, keys.token)
  const cert = textOf(map, keys.cert)
  const key = textOf(map, keys.key)
  if (token === undefined && cert === undefined && key === undefined)
    throw new Rejection(`credentials: must contain a ${keys.token}, or ${keys.cert} and ${keys.key}`)
  const bearer = token === undefined ? {} : { token: checkedToken(keys.token, token) }
  if (cert === undefined && key === undefined) return bearer
  if (cert === undefined || key === undefined)
    throw new Rejection(`credentials: must contain both ${keys.cert} and ${keys.key}`)
  const certificate = certificates(keys.cert, decoded(keys.cert, cert))
  return { ...bearer, cert: certificate, key: keyOf(keys.key, decoded(keys.key, key), certificate) }
}

import { parse } from 'yaml'
import { bearer, isBearerToken } from '../../../../core/formats/header-text.ts'
import { isObject } from '../../../../core/json.ts'
import { CredentialsError } from '../interface.ts'
import { checkPair } from '../pem-source.ts'
import type { UserCredential } from '../provider.ts'

/** RFC 3339. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** The answer of a credential plugin; `expiresAt` in milliseconds since 1970. */
export interface ExecCredential {
  readonly credential: UserCredential
  readonly expiresAt: number | undefined
}

/**
 * Parses the standard output of a plugin, JSON or YAML as for kubectl; `kind` may be absent. Throws CredentialsError, without
 * the output.
 */
export function parseExecCredential(subject: string, apiVersion: string, output: string): ExecCredential {
  const answer = parsed(subject, output)
  if ((answer['kind'] ?? 'ExecCredential') !== 'ExecCredential')
    throw new CredentialsError(`${subject} did not print an ExecCredential`)
  if (answer['apiVersion'] !== apiVersion)
    throw new CredentialsError(
      `${subject} is configured for ${apiVersion}, but printed an ExecCredential of another apiVersion`,
    )
  const { status } = answer
  if (!isObject(status)) throw new CredentialsError(`${subject} printed no status`)
  const text = (field: string): string => {
    const value = status[field] ?? ''
    if (typeof value !== 'string') throw new CredentialsError(`${subject}: status.${field} is not a string`)
    return value
  }
  const [token, cert, key] = [text('token'), text('clientCertificateData'), text('clientKeyData')]
  if (token === '' && cert === '' && key === '')
    throw new CredentialsError(`${subject} printed neither a token nor a client certificate`)
  if (token !== '' && !isBearerToken(token))
    throw new CredentialsError(`${subject}: status.token contains blanks or control characters`)
  if ((cert === '') !== (key === ''))
    throw new CredentialsError(`${subject} printed only one of clientCertificateData and clientKeyData`)
  if (cert !== '') checkPair(subject, cert, key)
  return {
    credential: {
      ...(token === '' ? {} : { authorization: bearer(token) }),
      ...(cert === '' ? {} : { cert, key }),
    },
    expiresAt: timeOf(subject, status['expirationTimestamp']),
  }
}

function parsed(subject: string, output: string): Readonly<Record<string, unknown>> {
  let answer: unknown
  try {
    // At the level `silent` the parser would return a part of invalid YAML, and throw nothing.
    answer = parse(output, { logLevel: 'error' })
  } catch {
    answer = undefined
  }
  if (isObject(answer)) return answer
  throw new CredentialsError(`${subject} did not print an ExecCredential`)
}

function timeOf(subject: string, timestamp: unknown): number | undefined {
  if (timestamp === undefined || timestamp === null) return undefined
  if (typeof timestamp !== 'string' || !isTimestamp(timestamp))
    throw new CredentialsError(`${subject}: status.expirationTimestamp is not a time (RFC 3339)`)
  return Date.parse(timestamp)
}

/** Whether a text is a time that exists: `Date.parse` takes February 30 for March 2. */
function isTimestamp(text: string): boolean {
  if (!TIMESTAMP.test(text)) return false
  const local = text.slice(0, 'yyyy-mm-ddThh:mm:ss'.length)
  const time = Date.parse(`${local}Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(local)
}

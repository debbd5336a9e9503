import { headerBytes, isHeaderText } from '../../../core/formats/header-text.ts'
import type { Impersonation } from '../kubeconfig/model.ts'
import { CredentialsError } from './interface.ts'

/** Characters that a key is sent with as they are: those of a header's name (RFC 9110 §5.6.2) without `%`. */
const UNESCAPED = /[\w!#$&'*+.^`|~-]/

/**
 * Returns the headers that make a cluster treat requests as those of another user; a list is one line per value. Throws
 * CredentialsError. Source: client-go, transport/round_trippers.go.
 */
export function impersonationHeaders(
  subject: string,
  { user, uid, groups, extra }: Impersonation,
): Record<string, string | string[]> {
  const extras = Object.entries(extra)
  if (user === '')
    throw new CredentialsError(`${subject}: as-uid, as-groups and as-user-extra require a user in "as"`)
  const texts = [user, uid ?? '', ...groups, ...extras.flatMap(([, values]) => values)]
  if (!texts.every(isHeaderText))
    throw new CredentialsError(`${subject}: the identity to impersonate contains control characters`)
  return {
    'impersonate-user': headerBytes(user),
    ...(uid === undefined || uid === '' ? {} : { 'impersonate-uid': headerBytes(uid) }),
    ...(groups.length === 0 ? {} : { 'impersonate-group': groups.map(headerBytes) }),
    ...Object.fromEntries(
      extras
        .filter(([, values]) => values.length > 0)
        .map(([key, values]) => [`impersonate-extra-${escaped(key)}`, values.map(headerBytes)]),
    ),
  }
}

function escaped(key: string): string {
  return Array.from(Buffer.from(key), (byte) => {
    const character = String.fromCharCode(byte)
    return UNESCAPED.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')
}

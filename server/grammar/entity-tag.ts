import { hash } from 'node:crypto'

/** Tells bytes from all others. */
export function digestOf(bytes: Buffer | string): string {
  return hash('sha1', bytes, 'base64url')
}

/** The weak entity tag of what has this digest (RFC 9110 §8.8.3). */
export function weakTag(digest: string): string {
  return `W/"${digest}"`
}

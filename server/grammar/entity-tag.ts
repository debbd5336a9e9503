import { hash } from 'node:crypto'

/** The weak entity tag of an answer's bytes: the same bytes have the same wherever they were made (RFC 9110 §8.8.3). */
export function weakTag(bytes: Buffer): string {
  return `W/"${hash('sha1', bytes, 'base64url')}"`
}

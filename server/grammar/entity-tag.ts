import { hash } from 'node:crypto'

/** Tells bytes from all others. */
export function digestOf(bytes: Buffer | string): string {
  return hash('sha1', bytes, 'base64url')
}

/** The weak entity tag of an answer, by its bytes or by what tells them (RFC 9110 §8.8.3). */
export function weakTag(told: Buffer | string): string {
  return `W/"${digestOf(told)}"`
}

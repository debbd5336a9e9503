import { hash } from 'node:crypto'

/** Returns a digest that identifies the bytes. */
export function digestOf(bytes: Buffer | string): string {
  return hash('sha1', bytes, 'base64url')
}

/** Returns a weak ETag, of the bytes or of a text that identifies them (RFC 9110 §8.8.3). */
export function weakEtag(content: Buffer | string): string {
  return `W/"${digestOf(content)}"`
}

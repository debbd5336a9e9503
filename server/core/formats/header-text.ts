const CONTROL = /[\p{Cc}\u2028\u2029]/u
const BLANK_OR_CONTROL = /[\s\p{Cc}]/u

/** Whether a text can be sent as the value of a header (RFC 9110 §5.5); a tab can. */
export function isHeaderText(text: string): boolean {
  return !CONTROL.test(text.replaceAll('\t', ' ')) && text.isWellFormed()
}

/**
 * Whether a text can be sent as a bearer token: an API server ends the token at the first blank. RFC 6750 §2.1 allows fewer
 * characters, but tokens with others are in use, such as those of Rancher (`kubeconfig-user-x:y`).
 */
export function isBearerToken(text: string): boolean {
  return text !== '' && !BLANK_OR_CONTROL.test(text) && text.isWellFormed()
}

/** Encodes text for a header: its UTF-8 bytes, each as one character, since Node sends headers as Latin-1. */
export function headerBytes(text: string): string {
  return Buffer.from(text).toString('latin1')
}

/** Returns the value of an Authorization header for a bearer token. */
export function bearer(token: string): string {
  return `Bearer ${headerBytes(token)}`
}

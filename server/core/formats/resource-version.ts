const GRAMMAR = /^(0|[1-9]\d{0,127})$/

/** Whether a text is a resourceVersion: a whole number without leading zeros (KEP-5504). */
export function isResourceVersion(text: string): boolean {
  return text.length <= 128 && GRAMMAR.test(text)
}

/**
 * Compares two resourceVersions of one resource type: negative if `a` is older than `b`, 0 if they are equal.
 * Compares as text, so that long numbers lose no digits. Source: KEP-5504, CompareResourceVersion.
 */
export function compareVersions(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length
  if (a === b) return 0
  return a < b ? -1 : 1
}

const OPAQUE = /^(?!\d+$)[\w.~+/=-]{1,1024}$/

/** Whether a text may be the version a write was answered with: one that compares, or an opaque one that fits into a header. */
export function isWrittenVersion(text: string): boolean {
  return isResourceVersion(text) || OPAQUE.test(text)
}

const LOCAL = '~'
let locals = 0

/**
 * Returns a local version for a state whose resourceVersions do not compare. It is newer than every earlier local version,
 * and is never sent to callers, since no other process knows it.
 */
export function nextLocalVersion(): string {
  locals++
  return LOCAL + String(locals)
}

/** Whether one of two versions can be called newer: not where one is local and the other is the cluster's. */
export function areComparable(a: string, b: string): boolean {
  return a.startsWith(LOCAL) === b.startsWith(LOCAL)
}

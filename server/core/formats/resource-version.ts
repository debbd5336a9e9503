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

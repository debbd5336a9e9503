const GRAMMAR = /^(0|[1-9]\d{0,127})$/

/** Whether a text is a resourceVersion: a whole number without leading zeros (KEP-5504). */
export function isResourceVersion(text: string): boolean {
  return text.length <= 128 && GRAMMAR.test(text)
}

/**
 * Which of two resourceVersions of one type is newer: negative where `a` is older than `b`, 0 where they are the same.
 * Any length compares right, without a number that could lose digits. Source: KEP-5504, CompareResourceVersion.
 */
export function compareVersions(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length
  if (a === b) return 0
  return a < b ? -1 : 1
}

const MAX_GROUPS = 100
/**
 * Bytes of a name and groups in a session's JSON. Sealed, with the other claims and the name of the cookie, they take
 * less than the 4096 bytes that browsers keep of a cookie.
 */
const MAX_BYTES = 2500

/** Returns the first groups that fit into a session's cookie beside the name. */
export function fittingGroups(name: string, groups: readonly string[]): string[] {
  const fitting: string[] = []
  let bytes = jsonBytes(name)
  for (const group of groups) {
    bytes += jsonBytes(group)
    if (fitting.length >= MAX_GROUPS || bytes > MAX_BYTES) break
    fitting.push(group)
  }
  return fitting
}

/** Returns the size of a text in JSON, with its comma. */
function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) + 1
}

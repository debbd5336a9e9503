const MAX_GROUPS = 100
/** Limit of the name, the subject and the groups in JSON, so that the encrypted cookie stays below the 4096 bytes that browsers accept. */
const MAX_BYTES = 2500

/** Returns as many of the groups, in order, as fit into the session cookie beside the name and the subject. */
export function truncateGroups(name: string, groups: readonly string[], subject?: string): string[] {
  const fitting: string[] = []
  let bytes = jsonBytes(name) + (subject === undefined ? 0 : jsonBytes(subject))
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

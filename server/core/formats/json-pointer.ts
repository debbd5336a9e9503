/** Returns the JSON Pointer (RFC 6901) of a member, by the keys and indices that lead to it. */
export function jsonPointer(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

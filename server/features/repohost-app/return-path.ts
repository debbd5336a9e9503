/** Characters of a path to return to: the cookie that keeps it is limited to 4 kB. */
const MAX_LENGTH = 1024
const CONTROL = /\p{Cc}/u
/** Matches a path of the same host: browsers take `//host` and `/\host` for another one. */
const OWN_PATH = /^\/(?![/\\])/

/** Completes a sentence about a path that is not one to return to. */
export const RETURN_PATH = `must be a path of this service of at most ${MAX_LENGTH} characters, such as /?view=git`

/**
 * Returns a path to return to as a URL has it, in ASCII and without dot segments; undefined unless it leads to this service.
 * `origin`: that of this service.
 */
export function returnPathOf(text: string, origin: string): string | undefined {
  if (!text.isWellFormed() || CONTROL.test(text) || !OWN_PATH.test(text)) return undefined
  const url = URL.parse(text, origin)
  if (url?.origin !== origin) return undefined
  const path = pathOf(url)
  // Without its dot segments, `/.//host` is `//host`.
  return OWN_PATH.test(path) && path.length <= MAX_LENGTH ? path : undefined
}

/** Returns a path with the outcome in `?repohost=`, which pages read. */
export function withOutcome(path: string, outcome: 'denied' | 'requested', origin: string): string {
  const url = new URL(path, origin)
  url.searchParams.set('repohost', outcome)
  return pathOf(url)
}

function pathOf({ pathname, search, hash }: URL): string {
  return pathname + search + hash
}

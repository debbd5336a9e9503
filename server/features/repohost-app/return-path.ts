/** Characters of a path to return to: the cookie that keeps it is limited to 4 kB. */
const MAX_LENGTH = 1024
const CONTROL = /\p{Cc}/u

/** Returns what is wrong with a path to return to; undefined if nothing is. `origin`: that of this service. */
export function returnPathProblem(path: string, origin: string): string | undefined {
  const url = URL.parse(path, origin)
  const isPath =
    path.length <= MAX_LENGTH &&
    path.isWellFormed() &&
    !CONTROL.test(path) &&
    path.startsWith('/') &&
    url?.origin === origin &&
    // Browsers take `//host` and `/\host` for another host; `/x/..//host` becomes the former.
    [path, url.pathname].every((one) => !/^\/[/\\]/.test(one))
  return isPath
    ? undefined
    : `must be a path of this service of at most ${MAX_LENGTH} characters, such as /?view=git`
}

/** Returns a path with the outcome in `?repohost=`, which pages read. */
export function withOutcome(path: string, outcome: 'denied' | 'requested', origin: string): string {
  const url = new URL(path, origin)
  url.searchParams.set('repohost', outcome)
  return url.pathname + url.search + url.hash
}

/**
 * Matches a host as browsers write it, with an optional port; excludes `*` and a trailing dot. The scheme's
 * default port is excluded by isWebOrigin.
 */
const ORIGIN = /^https?:\/\/([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/

/** Whether a text is an origin exactly as browsers send it (RFC 6454 §6.2): no path, no capitals. */
export function isWebOrigin(text: string): boolean {
  return ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text
}

/** A host as browsers write it, and a port that is not the scheme's own: no `*`, no trailing dot. */
const ORIGIN = /^https?:\/\/([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/

/** Whether a text is an origin just as browsers say it (RFC 6454 §6.2): no path, no `null`, nothing in capitals. */
export function isWebOrigin(text: string): boolean {
  return ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text
}

/** A comment that keeps proxies from closing an idle connection. */
export const PING = ': ping\n\n'

/**
 * Serializes one server-sent event. JSON escapes line breaks, so `data` is one line. Source: WHATWG HTML
 * §9.2, Server-sent events.
 */
export function frame(event: string, data: string, id?: string): string {
  const position = id === undefined ? '' : `id: ${id}\n`
  return `event: ${event}\n${position}data: ${data}\n\n`
}

/** Serializes the delay in milliseconds before an EventSource reconnects. */
export function retry(milliseconds: number): string {
  return `retry: ${milliseconds}\n\n`
}

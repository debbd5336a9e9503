/** A comment, so that nothing between takes a quiet connection for a dead one. */
export const PING = ': ping\n\n'

/**
 * One server-sent event. JSON escapes every line break, so `data` is one line. Source: WHATWG HTML §9.2, Server-sent
 * events.
 */
export function frame(event: string, data: string, id?: string): string {
  const position = id === undefined ? '' : `id: ${id}\n`
  return `event: ${event}\n${position}data: ${data}\n\n`
}

/** How many milliseconds an EventSource waits before it connects again. */
export function retry(milliseconds: number): string {
  return `retry: ${milliseconds}\n\n`
}

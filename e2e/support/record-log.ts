import type { Log } from '../../server/telemetry/log.ts'

/** A log that keeps its lines, each with its fields as JSON. */
export function recordLog(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = []
  const keep = (message: string, fields?: object): void =>
    void lines.push(`${message} ${JSON.stringify(fields)}`)
  return { log: { error: keep, warn: keep, info: keep, debug: keep }, lines }
}

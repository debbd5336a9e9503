import type { Writable } from 'node:stream'
import { createLogger, format, transports } from 'winston'
import type { FailureReport } from '../core/background.ts'
import { errorMessage } from '../core/errors.ts'
import { sanitize } from '../core/formats/sanitize.ts'

/** The logger interface: a message and fields. */
export interface Log {
  error(message: string, fields?: object): void
  warn(message: string, fields?: object): void
  info(message: string, fields?: object): void
  debug(message: string, fields?: object): void
}

/** Counts failures of background work. */
export interface FailureCounter {
  countBackgroundFailure(work: string): void
}

/** Counts and logs failures of background work, each with the stack of an error. */
export function logFailures(log: Log, metrics: FailureCounter): FailureReport {
  return (work, error) => {
    metrics.countBackgroundFailure(work)
    log.error('background task failed; retrying', { work, ...errorFields(error) })
  }
}

/** Returns the fields of an error in a log: its message, and its stack if it has one. */
export function errorFields(error: unknown): {
  readonly reason: string
  readonly stack?: string | undefined
} {
  return { reason: errorMessage(error), ...(error instanceof Error ? { stack: error.stack } : {}) }
}

export type LogFormat = 'json' | 'text'

const SECRET = /authorization|cookie|token|password|secret|apikey|api-key|clientkey/i
const MAX_TEXT = 4096

/**
 * Creates the log of this process: JSON lines for machines, or one readable line per message for a terminal.
 * Secrets are redacted and control characters removed.
 */
export function createLog(level: string, form: LogFormat, output: Writable): Log {
  const line = form === 'json' ? format.json() : format.printf(readable)
  return createLogger({
    level,
    format: format.combine(format(redact)(), format.timestamp(), line),
    transports: [new transports.Stream({ stream: output })],
  })
}

interface Line {
  level: string
  message: unknown
  [key: string]: unknown
}

function redact<T extends Line>(line: T): T {
  for (const [key, value] of Object.entries(line)) {
    if (SECRET.test(key)) Reflect.set(line, key, '[redacted]')
    else if (typeof value === 'string')
      Reflect.set(line, key, key === 'stack' ? lines(value) : sanitize(value, MAX_TEXT))
  }
  return line
}

function readable(line: Line): string {
  const { level, message, timestamp, ...rest } = line
  const fields = Object.entries(rest).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return [String(timestamp), level.toUpperCase().padEnd(5), String(message), ...fields].join(' ')
}

/** Sanitizes a stack line by line. */
function lines(stack: string): string {
  return stack
    .slice(0, MAX_TEXT)
    .split('\n')
    .map((line) => sanitize(line, MAX_TEXT))
    .join('\n')
}

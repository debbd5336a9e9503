import type { Writable } from 'node:stream'
import { createLogger, format, transports } from 'winston'
import { printable } from '../grammar/printable.ts'

/** What the house needs of a log: a sentence and fields. */
export interface Log {
  error(message: string, fields?: object): void
  warn(message: string, fields?: object): void
  info(message: string, fields?: object): void
  debug(message: string, fields?: object): void
}

export type LogFormat = 'json' | 'text'

const SECRET = /authorization|cookie|token|password|secret|apikey|api-key|clientkey/i
const MAX_TEXT = 4096

/** The log of this process: JSON lines for machines, one readable line for a terminal; secrets go, control characters too. */
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
      Reflect.set(line, key, key === 'stack' ? lines(value) : printable(value, MAX_TEXT))
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

/** A stack keeps its lines, each made fit by itself. */
function lines(stack: string): string {
  return stack
    .slice(0, MAX_TEXT)
    .split('\n')
    .map((line) => printable(line, MAX_TEXT))
    .join('\n')
}

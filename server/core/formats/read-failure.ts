/** Matches where the parsers begin to quote the content in a message. */
const QUOTATION = /["'`!<:]/

/**
 * Describes why a file could not be read, by the parser's reason and the line number. Never contains a part of the
 * file, which may be a token: parsers quote the content around an error.
 */
export function readFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'it cannot be parsed'
  if ('syscall' in error) return error.message
  if (error instanceof SyntaxError) return atLine('it is not valid JSON', lineOfJson(error.message))
  const reason: unknown = Reflect.get(error, 'reason')
  if (typeof reason !== 'string') return 'its content has another structure'
  const said = reason.split(QUOTATION, 1)[0]?.trim() ?? ''
  return atLine(
    `it is not valid YAML${said === '' ? '' : ` (${said})`}`,
    lineOfYaml(Reflect.get(error, 'mark')),
  )
}

function atLine(reason: string, line: number | undefined): string {
  return line === undefined ? reason : `${reason}, line ${line}`
}

function lineOfJson(message: string): number | undefined {
  const line = /\(line (\d+) column \d+\)$/.exec(message)?.[1]
  return line === undefined ? undefined : Number(line)
}

/** The parser counts lines from 0. */
function lineOfYaml(mark: unknown): number | undefined {
  const line: unknown = typeof mark === 'object' && mark !== null ? Reflect.get(mark, 'line') : undefined
  return typeof line === 'number' ? line + 1 : undefined
}

/**
 * Describes why a file could not be read: the message of the operating system, or where it stops being JSON. Never
 * contains a part of the file, which may be a token: the parser quotes the content around an error.
 */
export function readFailure(error: unknown): string {
  if (error instanceof SyntaxError) return `it is not valid JSON${atLine(error.message)}`
  return error instanceof Error && 'syscall' in error ? error.message : 'its content has another structure'
}

/** The parser appends the place to some of its messages. */
function atLine(message: string): string {
  const line = /\(line (\d+) column \d+\)$/.exec(message)?.[1]
  return line === undefined ? '' : `, line ${line}`
}

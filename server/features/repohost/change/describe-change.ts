import { sanitize } from '../../../core/formats/sanitize.ts'
import type { PlannedFile } from './planned-files.ts'

/** Characters that GitHub accepts in a description. */
const MAX_BODY = 65_536
const MAX_CALLER = 256
const MAX_LISTED = 20

export interface DescribedChange {
  readonly object: { readonly namespace: string; readonly name: string; readonly context: string } | undefined
  readonly caller: string
  /** Description by the caller; undefined: one is composed. */
  readonly body: string | undefined
}

/** Returns the description of a pull request. It always names who asked for it, on a line that mentions nobody. */
export function describeChange(
  { object, caller, body }: DescribedChange,
  files: readonly PlannedFile[],
): string {
  const requester = `Requested-by: ${codeSpan(caller, MAX_CALLER)}`
  const text = body ?? [objectLine(object), ...fileLines(files)].filter((line) => line !== '').join('\n')
  const room = MAX_BODY - requester.length - 2
  const cut = text.length > room ? `${text.slice(0, room - 1)}…` : text
  return cut === '' ? requester : `${cut}\n\n${requester}`
}

function objectLine(object: DescribedChange['object']): string {
  if (object === undefined) return ''
  const { namespace, name, context } = object
  return `Changes ${codeSpan(name, 253)} in namespace ${codeSpan(namespace, 63)} of context ${codeSpan(context, 512)}.\n`
}

function fileLines(files: readonly PlannedFile[]): string[] {
  const lines = files.slice(0, MAX_LISTED).map(({ path, content, previousSha, previousSize, isSame }) => {
    const size = `${Buffer.byteLength(content)} bytes`
    const before = previousSha === undefined ? 'new' : `${previousSize ?? '?'} bytes before`
    return `- ${codeSpan(path, 4096)}: ${size}, ${isSame ? 'unchanged' : before}`
  })
  return files.length > MAX_LISTED ? [...lines, `- ${files.length - MAX_LISTED} more files`] : lines
}

/** Returns a text as code of Markdown on one line, in which nothing is a mention or a link. */
function codeSpan(text: string, limit: number): string {
  return `\`${sanitize(text, limit).replaceAll('`', "'").replaceAll(/\s+/g, ' ')}\``
}

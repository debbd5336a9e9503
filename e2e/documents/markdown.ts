/** A fenced block of code in a Markdown text. */
export interface Fence {
  /** First word of the info string: `sh`. */
  readonly language: string
  /** Further words of the info string. */
  readonly marks: readonly string[]
  readonly code: string
  /** Line of the opening fence, from 1. */
  readonly line: number
}

const FENCE = /^```(\w*)((?: [\w-]+)*)$/
const LINK = /\[([^\]]*)\]\(([^)\s]+)\)/g

/** Returns the fenced blocks of a text. */
export function fences(text: string): Fence[] {
  const found: Fence[] = []
  let open: { language: string; marks: string[]; line: number; code: string[] } | undefined
  for (const [at, line] of text.split('\n').entries()) {
    const [fence, language = '', marks = ''] = FENCE.exec(line) ?? []
    if (open !== undefined && line === '```') {
      found.push({ ...open, code: open.code.join('\n') })
      open = undefined
    } else if (open !== undefined) open.code.push(line)
    else if (fence !== undefined)
      open = { language, marks: marks.split(' ').slice(1), line: at + 1, code: [] }
  }
  return found
}

/** Returns the lines of a text outside of fenced blocks, with their numbers from 1. */
function proseLines(text: string): [line: string, number: number][] {
  let fenced = false
  return text.split('\n').flatMap((line, at): [string, number][] => {
    const isFence = line.startsWith('```')
    if (isFence) fenced = !fenced
    return fenced || isFence ? [] : [[line, at + 1]]
  })
}

/** Returns the targets of links and images outside of fenced blocks and code, with their lines. */
export function links(text: string): { target: string; line: number }[] {
  return proseLines(text).flatMap(([line, number]) =>
    [...line.replaceAll(/`[^`]*`/g, '').matchAll(LINK)].map(([, , target = '']) => ({
      target,
      line: number,
    })),
  )
}

/** Returns the anchors of a text's headings, as GitHub builds them. */
export function anchors(text: string): Set<string> {
  const found = new Set<string>()
  for (const [line] of proseLines(text)) {
    const [, heading] = /^#{1,6} (.*)$/.exec(line) ?? []
    if (heading === undefined) continue
    const slug = heading
      .replaceAll(LINK, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    let anchor = slug
    for (let count = 1; found.has(anchor); count += 1) anchor = `${slug}-${count}`
    found.add(anchor)
  }
  return found
}

/** Returns the sentences of paragraphs, list items and table cells, with their lines. A link counts as its text. */
export function sentences(text: string): { sentence: string; line: number }[] {
  return proseLines(text).flatMap(([line, number]) =>
    line
      .replace(/^\s*(?:#+|[-*]|\d+\.) /, '')
      .replaceAll(LINK, '$1')
      .split(/(?:(?<=[.!?]['"*)]*)\s+(?=[^a-z]))|\|/)
      .filter((sentence) => sentence.trim() !== '')
      .map((sentence) => ({ sentence: sentence.trim(), line: number })),
  )
}

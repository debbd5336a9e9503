import { rbacGroupEntries } from '../server/kinds/rbac-table.ts'

const COMMENT_WIDTH = 120

/** Returns values.yaml with the values `rbac.groups`, one for each group of rights. */
export function groupValues(text: string): string {
  const lines = rbacGroupEntries.flatMap(({ name, description, enabled }) => [
    ...wrapped(description, '    # '),
    `    ${name}: ${enabled}`,
  ])
  return replaced(text, /^( {2}groups:\n)(?: {4}.*\n)+/m, `$1${lines.join('\n')}\n`)
}

/** Returns values.schema.json with the schema of `rbac.groups`. */
export function groupSchema(text: string): string {
  const lines = rbacGroupEntries.map(
    ({ name, description }) =>
      `            ${JSON.stringify(name)}: { "type": "boolean", "description": ${JSON.stringify(description)} }`,
  )
  const block = /("groups": \{\n(?: {10}".*\n)*? {10}"properties": \{\n)(?: {12}.*\n)+/
  return replaced(text, block, `$1${lines.join(',\n')}\n`)
}

function replaced(text: string, block: RegExp, by: string): string {
  if (!block.test(text)) throw new Error(`nothing matches ${String(block)}`)
  return text.replace(block, by)
}

function wrapped(text: string, prefix: string): string[] {
  const lines: string[] = []
  let line = prefix
  for (const word of text.split(' ')) {
    if (line.length + word.length > COMMENT_WIDTH) {
      lines.push(line.trimEnd())
      line = prefix
    }
    line += `${word} `
  }
  return [...lines, line.trimEnd()]
}

// Checks the titles of all tests. A title is a whole predicate that can be read alone: it begins with no form of "be", no
// bare participle and not in the middle of a sentence. Codes such as [F25] stand at its end and in e2e/faults/README.md. No two
// tests have the same full title. With --list it prints the titles, sorted.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const TITLE =
  /^([ \t]*)(describe|it)(?:\.\w+)?\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)?/gm
const CODE = '[A-Z]\\d{1,2}[a-d]?'
const FORM_OF_BE = /^(?:is|are|was|were|be|been|being)\b/
const PARTICIPLE = /^(?!(?:need|feed|exceed|embed|proceed|shed|succeed)\b)[a-z]+(?:ed|ing)\b/
const MIDDLE = /^(?:of|that|who|whose|what|where|and|it|as|by)\b/
const LEADING_CODE = new RegExp(`^${CODE}\\b`)
const TRAILING_CODES = new RegExp(` \\[(${CODE}(?:, ${CODE})*)\\]$`)
const ROUND_CODE = new RegExp(`\\(${CODE}(?:, ${CODE})*\\)$`)

const documented = new Set(
  [...readFileSync('e2e/faults/README.md', 'utf8').matchAll(new RegExp(`^\\| (${CODE}) \\|`, 'gm'))].map(
    ([, code]) => code,
  ),
)
const titles = []
const complaints = []
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.test.ts'], {
  encoding: 'utf8',
})
for (const file of files.split('\n').filter(Boolean)) {
  let text
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    continue // Deleted, and not yet in the index.
  }
  const suites = []
  for (const { index, 1: indent, 2: kind, 3: single, 4: double, 5: template } of text.matchAll(TITLE)) {
    const title = single ?? double ?? template
    if (title === undefined) continue
    while ((suites.at(-1)?.depth ?? -1) >= indent.length) suites.pop()
    const line = text.slice(0, index).split('\n').length
    if (kind === 'describe') {
      checkCodes(title, `${file}:${line}`)
      suites.push({ depth: indent.length, title })
    } else check(`${suites.map((suite) => suite.title).join(' > ')} > ${title}`, title, `${file}:${line}`)
  }
}
if (process.argv.includes('--list'))
  for (const { title } of titles.toSorted(byTitle)) process.stdout.write(`${title}\n`)
for (const complaint of complaints) process.stdout.write(`${complaint}\n`)
process.exitCode = complaints.length === 0 ? 0 : 1

function check(full, title, place) {
  const complain = (reason) => complaints.push(`${place}: "${title}" ${reason}`)
  const twin = titles.find((other) => other.full === full)
  if (twin !== undefined) complain(`is also the title of ${twin.place}`)
  titles.push({ full, title, place })
  if (FORM_OF_BE.test(title)) complain('begins with a form of "be": begin with what it does')
  else if (PARTICIPLE.test(title)) complain('begins with a participle: begin with a verb')
  else if (MIDDLE.test(title)) complain('begins in the middle of a sentence: begin with a verb')
  checkCodes(title, place)
}

function checkCodes(title, place) {
  if (LEADING_CODE.test(title) || ROUND_CODE.test(title))
    complaints.push(`${place}: "${title}" has its code elsewhere than in [] at the end`)
  for (const code of TRAILING_CODES.exec(title)?.[1].split(', ') ?? [])
    if (!documented.has(code))
      complaints.push(`${place}: "${title}" has the code ${code}, which is not in e2e/faults/README.md`)
}

function byTitle(one, other) {
  return one.title < other.title ? -1 : 1
}

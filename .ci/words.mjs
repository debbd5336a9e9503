// Checks names and comments of server, chart and e2e, and all documents: fails for names that say nothing to a reader who
// does not know this code, and for comments, headings and list items that begin with a question word.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

const PRIVATE_WORDS =
  'told shown held asked seen taken given standing ground witness wishes passage lane seat beside ahead'.split(
    ' ',
  )
const QUESTION = /^(What|Who|Whose|Whom|How|Where|When|Those|Has|Have)\b/
const DECLARATION =
  /^(?:export )?(?:declare )?(?:abstract )?(?:async )?(?:class|interface|type|function\*?) (\w+)|^export const (\w+)/

const complaints = []
const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', 'server', 'chart', 'e2e', '*.md', ':!e2e/client/generated.ts'],
  {
    encoding: 'utf8',
  },
)
for (const file of files.split('\n').filter((name) => /\.(?:m?[jt]sx?|tpl|ya?ml|md)$/.test(name))) {
  let text
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    continue // Deleted, and not yet in the index.
  }
  if (file.endsWith('.md')) {
    checkDocument(text, file)
    continue
  }
  const stem = basename(file).replace(/(\.test)?\.\w+$/, '')
  checkName(stem, file, 1)
  let inBlock = false
  let previousIsComment = false
  for (const [at, line] of text.split('\n').entries()) {
    const [, type, constant] = DECLARATION.exec(line) ?? []
    checkName(type ?? constant ?? '', file, at + 1)
    const opened = /^\s*(?:\{\{-? ?)?\/\*\*?(.*)$/.exec(line)
    const single = /^\s*(?:\/\/|#) ?(.*)$/.exec(line)
    let sentence
    if (opened !== null) sentence = opened[1]
    else if (inBlock && previousIsComment === 'open') sentence = line.replace(/^\s*\* ?/, '')
    else if (single !== null && previousIsComment !== 'line') sentence = single[1]
    if (sentence !== undefined && QUESTION.test(sentence.trim()))
      complain(file, at + 1, `a comment begins with a question word: ${sentence.trim().slice(0, 60)}`)
    inBlock = (inBlock || opened !== null) && !line.includes('*/')
    previousIsComment =
      opened !== null && opened[1].trim() === '' && inBlock ? 'open' : single !== null ? 'line' : false
  }
}
for (const complaint of complaints) process.stdout.write(`${complaint}\n`)
process.exitCode = complaints.length === 0 ? 0 : 1

function checkName(name, file, line) {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_]/)
  const found = [words.at(0), words.at(-1)].find((word) => PRIVATE_WORDS.includes(word))
  if (found !== undefined) complain(file, line, `"${name}" says nothing to a new reader: replace "${found}"`)
}

function checkDocument(text, file) {
  for (const [at, line] of text.split('\n').entries()) {
    const [, sentence] = /^\s*(?:#{1,6}|[-*]|\d+\.) (.*)$/.exec(line) ?? []
    if (QUESTION.test(sentence ?? ''))
      complain(file, at + 1, `a heading or list item begins with a question word: ${sentence.slice(0, 60)}`)
  }
}

function complain(file, line, reason) {
  complaints.push(`${file}:${line}: ${reason}`)
}

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { anchors, fences, links, sentences } from './markdown.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const LONGEST_SENTENCE = 30
const LONGEST_README = 250

const list = ['ls-files', '-co', '--exclude-standard', '*.md']
const documents = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)))
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Returns the links of a document that lead nowhere. */
function brokenLinks(path: string): string[] {
  return links(read(path)).flatMap(({ target, line }) => {
    if (/^[a-z]+:/.test(target)) return []
    const [file = '', anchor] = target.split('#')
    const found = file === '' ? path : join(dirname(path), file)
    if (!existsSync(join(ROOT, found))) return [`${path}:${line}: ${target} does not exist`]
    if (anchor === undefined || anchors(read(found)).has(anchor)) return []
    return [`${path}:${line}: ${found} has no heading #${anchor}`]
  })
}

describe('Markdown documents', () => {
  it('link only to files and headings that exist', () => {
    expect(documents).to.include.members(['README.md', 'server/kinds/README.md'])
    expect(documents.flatMap(brokenLinks)).to.deep.equal([])
  })

  it('README.md has no sentence of more than 30 words', () => {
    const long = sentences(read('README.md')).filter(
      ({ sentence }) => sentence.split(/\s+/).length > LONGEST_SENTENCE,
    )
    expect(long).to.deep.equal([])
  })

  it('README.md has at most 250 lines', () => {
    expect(read('README.md').trimEnd().split('\n').length).to.be.at.most(LONGEST_README)
  })
})

describe('markdown.ts', () => {
  const text = [
    '# One, two: `three`',
    'First [link](a.md#b). Second sentence with `[no](link)`.',
    '```sh serve',
    'make run # [no](link)',
    '```',
    '## Same',
    '## Same',
    '- Item e.g. one',
    '| cell one | Cell. Two |',
  ].join('\n')

  it('finds links outside of code', () => {
    expect(links(text)).to.deep.equal([{ target: 'a.md#b', line: 2 }])
  })

  it('builds the anchors of GitHub', () => {
    expect([...anchors(text)]).to.deep.equal(['one-two-three', 'same', 'same-1'])
  })

  it('splits paragraphs, list items and cells into sentences', () => {
    expect(sentences(text).map(({ sentence }) => sentence)).to.deep.equal([
      'One, two: `three`',
      'First link.',
      'Second sentence with `no`.',
      'Same',
      'Same',
      'Item e.g. one',
      'cell one',
      'Cell.',
      'Two',
    ])
  })

  it('finds fenced blocks with language and marks', () => {
    const [fence, ...more] = fences(text)
    expect(more).to.deep.equal([])
    expect(fence).to.deep.equal({
      language: 'sh',
      marks: ['serve'],
      code: 'make run # [no](link)',
      line: 3,
    })
  })
})

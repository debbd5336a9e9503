import { expect } from 'chai'
import { changedParts, diffLines, type DiffLine } from './diff-lines.ts'

const SIGNS = { same: ' ', added: '+', removed: '-' } as const
const textOf = (lines: readonly DiffLine[]) => lines.map(({ change, text }) => `${SIGNS[change]}${text}`)

describe('the diff of a file in the console', () => {
  it('marks what was removed and added, and nothing else', () => {
    expect(textOf(diffLines('a\nb\nc\nd\n', 'a\nB\nc\nd\ne\n'))).to.deep.equal([
      ' a',
      '-b',
      '+B',
      ' c',
      ' d',
      '+e',
    ])
    expect(textOf(diffLines('', 'a\n'))).to.deep.equal(['+a'])
    expect(textOf(diffLines('a\n', ''))).to.deep.equal(['-a'])
    expect(textOf(diffLines('a\na\na\n', 'a\na\n'))).to.have.length(3)
  })

  it('leads from one text to the other, whatever they are', () => {
    const texts = ['', 'a', 'b\na\nb', 'a\nb\na\n', 'c\nb\na\nc\n', 'b\nc\n\nb\n']
    for (const before of texts)
      for (const after of texts) {
        const lines = diffLines(before, after)
        const keep = (change: DiffLine['change']) =>
          lines.filter((line) => line.change !== change).map(({ text }) => text)
        expect(keep('added').join('\n')).to.equal(before.replace(/\n$/, ''))
        expect(keep('removed').join('\n')).to.equal(after.replace(/\n$/, ''))
      }
  })

  it('compares texts of any length in bounded time', () => {
    const numbers = Array.from({ length: 5000 }, (_, line) => `${line}`)
    const lines = diffLines(numbers.join('\n'), numbers.map((line) => `x${line}`).join('\n'))
    expect(lines).to.have.length(10_000)
  })

  it('leaves three lines around a change, and counts those that it skips', () => {
    const numbers = Array.from({ length: 30 }, (_, line) => `${line}\n`)
    const changed = numbers.with(10, 'x\n').with(12, 'y\n').with(25, 'z\n')
    const parts = changedParts(diffLines(numbers.join(''), changed.join('')))
    expect(parts.map(({ skipped, lines }) => [skipped, textOf(lines)[0], lines.length])).to.deep.equal([
      [7, ' 7', 11],
      [6, ' 22', 8],
    ])
  })
})

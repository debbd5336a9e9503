import { expect } from 'chai'
import { splitLines, splitMatches } from './log-blocks.ts'

const lines = (count: number) => Array.from({ length: count }, (_, n) => ({ time: '', text: String(n) }))

describe('the blocks of a log', () => {
  it('keeps keys and borders when older lines are dropped', () => {
    const before = splitLines(lines(250), 0)
    expect(before.map(({ key }) => key)).to.deep.equal(['0-100', '100-200', '200-250'])
    const later = splitLines(lines(250).slice(30), 30)
    expect(later.map(({ key }) => key)).to.deep.equal(['30-100', '100-200', '200-250'])
    expect(later.flatMap((block) => block.lines).length).to.equal(220)
    expect(splitLines([], 5)).to.deep.equal([])
  })

  it('marks every match in a line, in upper or lower case', () => {
    const marked = (text: string, query: string) =>
      splitMatches(text, query).map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    expect(marked('Error: an error', 'ERROR')).to.deep.equal(['[Error]', ': an ', '[error]'])
    expect(marked('none', '')).to.deep.equal(['none'])
    expect(marked('a.b', '.')).to.deep.equal(['a', '[.]', 'b'])
    expect(marked('İ error', 'error').join('')).to.include('error')
  })
})

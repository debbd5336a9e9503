import { expect } from 'chai'
import { array, assert, nat, property, string } from 'fast-check'
import { LineSplitter, MalformedLineError } from './line-splitter.ts'

describe('lines of a watch', () => {
  it('come out whole, wherever the chunks were cut', () => {
    const text = array(string({ unit: 'grapheme' }).map((line) => line.replaceAll('\n', ' ')))
    assert(
      property(text, array(nat(40)), (lines, cuts) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
        const splitter = new LineSplitter(1e6)
        const seen: string[] = []
        let from = 0
        for (const cut of [...cuts, bytes.length]) {
          for (const line of splitter.push(bytes.subarray(from, from + cut))) seen.push(line.toString())
          from += cut
        }
        expect(seen).to.deep.equal(lines.filter((line) => line !== ''))
      }),
    )
  })

  it('have a longest length', () => {
    const splitter = new LineSplitter(10)
    expect([...splitter.push(Buffer.from('123456'))]).to.deep.equal([])
    expect(() => [...splitter.push(Buffer.from('78901'))]).to.throw(MalformedLineError)
  })

  it('ignore a line without an end', () => {
    expect([...new LineSplitter(10).push(Buffer.from('a\nb'))].map(String)).to.deep.equal(['a'])
  })
})

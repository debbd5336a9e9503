import { expect } from 'chai'
import { isAfter, LogBuffer, MAX_LINE, MAX_LINES } from './log-buffer.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString()

describe('the lines of a log', () => {
  it('joins parts that end within a line, and keeps the rest until it ends', () => {
    const log = new LogBuffer()
    log.add(`${at(0)} first\n${at(1)} sec`)
    log.add('ond\nlast')
    expect(log.lines.map(({ text }) => text)).to.deep.equal(['first', 'second'])
    log.end()
    expect(log.lines.at(-1)).to.deep.equal({ time: '', text: 'last' })
  })

  it('keeps the newest 10,000 lines, and counts the others', () => {
    const log = new LogBuffer()
    for (let line = 0; line < MAX_LINES; line++) log.add(`${at(line)} ${line}\n`)
    expect([log.lines.length, log.dropped]).to.deep.equal([MAX_LINES, 0])
    log.add(`${at(MAX_LINES)} one more\n`)
    expect([log.lines.length, log.dropped, log.lines[0]?.text]).to.deep.equal([MAX_LINES, 1, '1'])
  })

  it('cuts a long line and says so, and drops lines whose characters are too many', () => {
    const log = new LogBuffer()
    log.add(`${'x'.repeat(MAX_LINE)}\n${'y'.repeat(MAX_LINE + 1)}\n`)
    expect(log.lines.map(({ text }) => text.slice(MAX_LINE))).to.deep.equal(['', '… (cut: 16385 characters)'])
    for (let line = 0; line < 1300; line++) log.add(`${'z'.repeat(MAX_LINE)}\n`)
    expect(log.lines.length * MAX_LINE).to.be.at.most(20_000_000)
    expect(log.lines.length + log.dropped).to.equal(1302)
  })

  it('holds a part without a line end in bounded memory', () => {
    const log = new LogBuffer()
    for (let part = 0; part < 100; part++) log.add('x'.repeat(10_000))
    log.end()
    expect(log.lines[0]?.text.length).to.be.lessThan(MAX_LINE + 50)
    expect(log.lines[0]?.text).to.match(/… \(cut: 1000000 characters\)$/)
  })

  it('counts the characters of a long line alike, whether it arrives at once or in parts', () => {
    const line = `${at(0)} ${'x'.repeat(MAX_LINE)}\u001b[31m${'y'.repeat(2000)}\u001b[0m\r\n`
    const texts = [line.length, 1000, 7, 1].map((size) => {
      const log = new LogBuffer()
      for (let start = 0; start < line.length; start += size) log.add(line.slice(start, start + size))
      return log.lines[0]?.text.slice(MAX_LINE)
    })
    expect(new Set(texts)).to.deep.equal(new Set(['… (cut: 18384 characters)']))
  })

  it('leaves out lines that a resumed connection repeats', () => {
    const log = new LogBuffer()
    log.add(`${at(0)} a\n${at(1)} b\n${at(1)} c\nunfin`)
    log.resume()
    log.add(`${at(0)} a\n${at(1)} b\n${at(1)} c\n${at(2)} d\n`)
    expect(log.lines.map(({ text }) => text)).to.deep.equal(['a', 'b', 'c', 'd'])
  })

  it('keeps an unread line whose time equals that of the newest line before a cut', () => {
    const log = new LogBuffer()
    log.add(`${at(0)} a\n${at(1)} b\n`)
    log.resume()
    log.add(`${at(0)} a\n${at(1)} b\n${at(1)} c\n`)
    log.resume()
    log.add(`${at(1)} b\n${at(1)} c\n${at(1)} d\n${at(2)} e\n`)
    expect(log.lines.map(({ text }) => text)).to.deep.equal(['a', 'b', 'c', 'd', 'e'])
  })

  it('compares times by all their decimal places and their offsets', () => {
    expect(isAfter('2026-01-01T00:00:00.12Z', '2026-01-01T00:00:00.1Z')).to.equal(true)
    expect(isAfter('2026-01-01T00:00:00.1Z', '2026-01-01T00:00:00.100Z')).to.equal(false)
    expect(isAfter('2026-01-01T02:00:00+02:00', '2026-01-01T00:00:00.5Z')).to.equal(false)
  })

  it('removes the colours of terminals', () => {
    const log = new LogBuffer()
    log.add(`${at(0)} \u001b[31mred\u001b[0m text\r\n`)
    expect(log.lines[0]?.text).to.equal('red text')
  })
})

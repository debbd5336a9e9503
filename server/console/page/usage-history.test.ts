import { expect } from 'chai'
import { formatBytes, formatCpu, UsageHistory } from './usage-history.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString()
const one = { cpuMillicores: 10, memoryBytes: 1000 }

describe('the usage over a session', () => {
  it('adds the containers of an object, and each measurement once', () => {
    const history = new UsageHistory()
    history.add('pod', at(0), [one, one])
    history.add('pod', at(0), [one])
    history.add('pod', undefined, [one])
    history.add('pod', at(15), [])
    expect(history.of('pod')).to.deep.equal([{ at: Date.parse(at(0)), cpuMillicores: 20, memoryBytes: 2000 }])
  })

  it('keeps the newest 240 points of the newest 50 objects', () => {
    const history = new UsageHistory()
    for (let point = 0; point < 241; point++) history.add('pod', at(15 * point), [one])
    expect([history.of('pod').length, history.of('pod')[0]?.at]).to.deep.equal([240, Date.parse(at(15))])
    for (let object = 0; object < 50; object++) history.add(`other-${object}`, at(0), [one])
    expect([history.of('pod').length, history.of('other-0').length]).to.deep.equal([0, 1])
  })

  it('names amounts in the largest unit', () => {
    expect([0, 1023, 1024, 25_116_672, 1_610_612_736].map(formatBytes)).to.deep.equal([
      '0 B',
      '1023 B',
      '1 KiB',
      '24.0 MiB',
      '1.5 GiB',
    ])
    expect([13, 1000, 2500].map(formatCpu)).to.deep.equal(['13m', '1 core', '2.5 cores'])
  })
})

import { expect } from 'chai'
import { barChart, ticksOf } from './bars.ts'

const bar = (label: string, value: number) => ({
  label,
  detail: 'kind',
  value,
  low: value * 0.9,
  high: value * 1.1,
  target: 0.85,
  text: String(value),
})

describe('bar charts', () => {
  it('draw a bar, its interval and its target for each figure', () => {
    const svg = barChart({
      title: 'A <b>',
      caption: 'c',
      logarithmic: false,
      bars: [bar('one', 0.5), bar('two', 1)],
    })
    expect(svg).to.match(/^<svg xmlns/)
    expect(svg.match(/class="bar"/g)).to.have.length(2)
    expect(svg.match(/class="error"/g)).to.have.length(2)
    expect(svg.match(/class="target"/g)).to.have.length(2)
    expect(svg).to.include('A &lt;b>')
    expect(svg).not.to.include('NaN')
    const [first = 0, second = 0] = [...svg.matchAll(/class="bar" .* width="([\d.]+)"/g)].map((found) =>
      Number(found[1]),
    )
    expect(second).to.be.closeTo(first * 2, 0.2)
  })

  it('show magnitudes on a logarithmic scale', () => {
    const svg = barChart({
      title: 't',
      caption: 'c',
      logarithmic: true,
      bars: [bar('one', 10), bar('two', 900)],
    })
    const [first = 0, second = 0] = [...svg.matchAll(/class="bar" .* width="([\d.]+)"/g)].map((found) =>
      Number(found[1]),
    )
    expect(second / first).to.be.closeTo(Math.log10(900), 0.01)
  })

  it('have round ticks', () => {
    expect(ticksOf(1000, true)).to.deep.equal([1, 10, 100, 1000])
    expect(ticksOf(1.2, false)).to.deep.equal([0, 0.2, 0.4, 0.6, 0.8, 1, 1.2])
  })
})

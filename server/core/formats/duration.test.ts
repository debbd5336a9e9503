import { expect } from 'chai'
import { quickest } from '../../testing/cpu-time.ts'
import { parseDuration } from './duration.ts'

describe('parseDuration', () => {
  const good: [string, number][] = [
    ['0s', 0],
    ['90s', 90],
    ['5m', 300],
    ['1h30m', 5400],
    ['2d', 172_800],
    ['1d2h3m4s', 93_784],
    ['1h0m0s', 3600],
    ['0007d', 604_800],
    ['9999d99999h9999999m999999999s', 2_823_909_939],
  ]
  for (const [text, seconds] of good)
    it(`parses ${text} as ${seconds} s`, () => expect(parseDuration(text)).to.equal(seconds))

  for (const text of [
    '',
    '5',
    '-5m',
    '+5m',
    '1.5h',
    ' 5m',
    '5 m',
    '5m5m',
    '30m1h',
    'm',
    '5x',
    '1e3s',
    '0x10s',
    '999999h',
    '10000d',
  ])
    it(`refuses ${JSON.stringify(text)}`, () => expect(parseDuration(text)).to.equal(undefined))

  it('refuses a hostile length at once', () => {
    const took = quickest(() => expect(parseDuration('1'.repeat(100_000))).to.equal(undefined))
    expect(took).to.be.below(25)
  })
})

import { expect } from 'chai'
import { formatBytes, formatCount, formatCpu, parseQuantity } from './quantity.ts'

describe('quantity', () => {
  const cpu: [string, string][] = [
    ['100m', '100m'],
    ['0.5', '500m'],
    ['2', '2'],
    ['1500m', '1500m'],
    ['1e3', '1000'],
    ['250000u', '250m'],
    ['1n', '1m'],
    ['.5', '500m'],
    ['5e-1', '500m'],
    ['0', '0'],
  ]
  for (const [text, written] of cpu)
    it(`cpu ${text} is ${written}`, () => expect(formatCpu(parseQuantity(text) ?? -1n)).to.equal(written))

  const memory: [string, string][] = [
    ['128Mi', '128Mi'],
    ['1024Mi', '1Gi'],
    ['1.5Gi', '1536Mi'],
    ['1G', '1000000000'],
    ['16393244Ki', '16393244Ki'],
    ['100m', '1'],
    ['0', '0'],
    ['1Ei', '1Ei'],
    ['1E', '976562500000000Ki'],
  ]
  for (const [text, written] of memory)
    it(`memory ${text} is ${written}`, () =>
      expect(formatBytes(parseQuantity(text) ?? -1n)).to.equal(written))

  it('counts', () => expect(formatCount(parseQuantity('110') ?? -1n)).to.equal('110'))

  for (const text of ['', 'x', '1ki', '1 Gi', '1.2.3', '--1', '1e', '0x10', 'Mi', '.', '1'.repeat(65)])
    it(`refuses ${JSON.stringify(text)}`, () => expect(parseQuantity(text)).to.equal(undefined))
})

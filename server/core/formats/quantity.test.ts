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

  it('reads numbers without digits as 0, as the API server does', () => {
    for (const text of ['k', 'Mi', '.', '+', '-', '+Gi', '.E', '-.', 'E'])
      expect(parseQuantity(text), text).to.equal(0n)
  })

  it('reads exponents of any length', () => {
    expect(parseQuantity('1e007')).to.equal(10_000_000n * 1_000_000_000n)
    expect(parseQuantity('2e-100'), 'rounded up').to.equal(1n)
    expect(parseQuantity('0e999999999')).to.equal(0n)
    expect(parseQuantity('1e999999999')).to.equal(parseQuantity('1e1000'))
  })

  it('counts', () => expect(formatCount(parseQuantity('110') ?? -1n)).to.equal('110'))

  for (const text of [
    '',
    'x',
    '1ki',
    '1 Gi',
    '1.2.3',
    '--1',
    '1e',
    '0x10',
    '+-1',
    '1e1.5',
    '1e3Ki',
    '1'.repeat(65),
  ])
    it(`refuses ${JSON.stringify(text)}`, () => expect(parseQuantity(text)).to.equal(undefined))
})

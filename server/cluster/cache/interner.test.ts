import { expect } from 'chai'
import { Interner } from './interner.ts'

describe('the interner', () => {
  const labels = (value: string) => JSON.stringify({ app: value })

  it('returns the same map for the same labels', () => {
    const interner = new Interner()
    expect(interner.labels(labels('web'))).to.equal(interner.labels(labels('web')))
  })

  it('does not keep long texts', () => {
    const interner = new Interner()
    const long = labels('x'.repeat(5000))
    expect(interner.labels(long)).to.not.equal(interner.labels(long))
  })

  it('limits its memory by characters, not only by entries', () => {
    const interner = new Interner()
    const first = interner.labels(labels('web'))
    for (let n = 0; n < 3000; n++) interner.labels(labels(`${n}${'x'.repeat(3000)}`))
    expect(interner.labels(labels('web'))).to.not.equal(first)
  })
})

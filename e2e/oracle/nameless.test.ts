import { expect } from 'chai'
import { Nameless } from './nameless.ts'
import type { State } from './stream-history.ts'

describe('the oracle on what a stream tells of things without names', () => {
  const state = (item: string, told = false, gone = false): State => ({ item, gone, told })
  const objects = [
    [state('a', true), state('b'), state('c')],
    [state('d'), state('d', false, true)],
  ]
  const after = (...items: string[]) => {
    const nameless = new Nameless()
    for (const item of items) nameless.take(item, false, false)
    nameless.take('d', true, false)
    return { missing: nameless.missing(objects), surplus: nameless.surplus(objects) }
  }

  it('has nothing to say against all of it, or against states that were passed over', () => {
    expect(after('b', 'c', 'd')).to.deep.equal({ missing: [], surplus: [] })
    expect(after('c')).to.deep.equal({ missing: [], surplus: [] })
  })

  it('complains of a state that was not told, was told twice, or never was', () => {
    expect(after('b').missing.join()).to.equal('it was not told: c')
    expect(after('c', 'c').surplus.join()).to.match(/^told 2 times, and was 1 times: c$/)
    expect(after('c', 'x').surplus.join()).to.match(/was 0 times: x$/)
    expect(after('c', 'a').surplus.join(), 'told before').to.match(/was 0 times: a$/)
    const nameless = new Nameless()
    nameless.take('d', true, false)
    nameless.take('a', true, false)
    expect(nameless.surplus(objects).join()).to.match(/^told 2 times, and was 1 times: an end$/)
  })

  it('lets a snapshot tell again what is known', () => {
    const nameless = new Nameless()
    nameless.take('c', false, true)
    expect([nameless.missing(objects), nameless.surplus(objects)]).to.deep.equal([[], []])
  })
})

import { expect } from 'chai'
import { ManualClock } from '../../testing/manual-time.ts'
import type { Kind } from '../kind.ts'
import { TimedLists } from './timed-lists.ts'

const kind: Kind<number> = {
  kind: 'PodMetrics',
  apiGroup: 'metrics.k8s.io',
  version: 'v1beta1',
  plural: 'pods',
  namespaced: true,
  keptMs: 15_000,
}

describe('a list that cannot be watched', () => {
  it('lasts for the time of its kind, with its age', () => {
    const time = new ManualClock()
    const lists = new TimedLists(time)
    lists.keep(kind, 'shop', [1, 2])
    time.turn(14_999)
    expect(lists.find(kind, 'shop')).to.deep.equal({ items: [1, 2], ageMs: 14_999 })
    expect(lists.find(kind, undefined)).to.equal(undefined)
    expect(lists.find({ ...kind, apiGroup: '' }, 'shop')).to.equal(undefined)
    time.turn(1)
    expect(lists.find(kind, 'shop')).to.equal(undefined)
  })

  it('lasts from the time of the latest read', () => {
    const time = new ManualClock()
    const lists = new TimedLists(time)
    lists.keep(kind, 'shop', [1])
    time.turn(10_000)
    lists.keep(kind, 'shop', [2])
    time.turn(14_999)
    expect(lists.find(kind, 'shop')?.items).to.deep.equal([2])
  })

  it('takes the place of the oldest where there are too many', () => {
    const lists = new TimedLists(new ManualClock())
    for (let index = 0; index < 100; index++) lists.keep(kind, `n${index}`, [index])
    expect(lists.find(kind, 'n35')).to.equal(undefined)
    expect(lists.find(kind, 'n36')?.items).to.deep.equal([36])
    lists.forget()
    expect(lists.find(kind, 'n99')).to.equal(undefined)
  })
})

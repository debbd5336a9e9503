import { expect } from 'chai'
import { ByteBudget, type BudgetAccount } from './byte-budget.ts'

describe('ByteBudget', () => {
  /** A cache of entries by size, the oldest first. */
  class Entries {
    readonly sizes: number[] = []
    readonly account: BudgetAccount

    constructor(budget: ByteBudget) {
      this.account = budget.open(() => {
        const oldest = this.sizes.shift()
        if (oldest !== undefined) this.account.remove(oldest)
        return oldest !== undefined
      })
    }

    put(size: number): void {
      this.sizes.push(size)
      this.account.add(size)
    }
  }

  it('evicts from the cache that uses the most, until all fit', () => {
    const budget = new ByteBudget(100)
    const [small, large] = [new Entries(budget), new Entries(budget)]
    small.put(30)
    large.put(40)
    large.put(30)
    expect([budget.used, small.sizes, large.sizes]).to.deep.equal([100, [30], [40, 30]])
    small.put(20)
    expect([budget.used, small.sizes, large.sizes]).to.deep.equal([80, [30, 20], [30]])
  })

  it('evicts an entry that alone exceeds the budget, after everything else', () => {
    const budget = new ByteBudget(100)
    const [one, other] = [new Entries(budget), new Entries(budget)]
    one.put(50)
    other.put(200)
    expect(other.sizes).to.deep.equal([])
    expect([budget.used, one.sizes]).to.deep.equal([50, [50]])
  })

  it('gets everything back from a cache that is closed', () => {
    const budget = new ByteBudget(100)
    const [kept, gone] = [new Entries(budget), new Entries(budget)]
    gone.put(90)
    gone.account.close()
    kept.put(100)
    expect([budget.used, kept.sizes]).to.deep.equal([100, [100]])
  })
})

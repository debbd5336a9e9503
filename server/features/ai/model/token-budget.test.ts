import { expect } from 'chai'
import { ModelError } from './model-error.ts'
import { TokenBudget } from './token-budget.ts'
import { TokenEstimate } from './token-estimate.ts'

describe('TokenBudget', () => {
  it('gives a caller a fifth of the day, to the token', () => {
    const budget = new TokenBudget({ perDay: 1004, clock: () => 0 })
    budget.reserve('ada', 199)
    budget.reserve('ada', 1)
    expect(() => budget.reserve('ada', 1)).to.throw(ModelError, 'your budget of 200 tokens a day')
    budget.reserve('ben', 200)
    expect(budget.used).to.equal(400)
  })

  it('gives all callers together the tokens of the day', () => {
    const budget = new TokenBudget({ perDay: 1000, clock: () => 0 })
    for (const caller of ['a', 'b', 'c', 'd']) budget.reserve(caller, 200)
    budget.reserve('e', 199)
    expect(() => budget.reserve('f', 2)).to.throw(ModelError, 'the budget of 1000 tokens a day')
    budget.reserve('f', 1)
  })

  it('replaces reserved tokens by those that were used, once', () => {
    const budget = new TokenBudget({ perDay: 1000, clock: () => 0 })
    const reservation = budget.reserve('ada', 200)
    reservation.settle(30)
    reservation.settle(0)
    expect(budget.used).to.equal(30)
    budget.reserve('ada', 170)
    expect(() => budget.reserve('ada', 1)).to.throw(ModelError)
  })

  it('begins anew at midnight (UTC), and charges a call to the day on which it began', () => {
    let now = Date.parse('2026-11-27T23:59:59.999Z')
    const budget = new TokenBudget({ perDay: 1000, clock: () => now })
    const reservation = budget.reserve('ada', 200)
    now += 1
    expect(budget.used).to.equal(0)
    reservation.settle(150)
    expect(budget.used).to.equal(0)
    budget.reserve('ada', 200)
  })
})

describe('TokenEstimate', () => {
  it('begins with two bytes a token, and follows what the model counts within bounds', () => {
    const estimate = new TokenEstimate()
    expect([estimate.of('abc'), estimate.of('üü')]).to.deep.equal([2, 2])
    const text = 'x'.repeat(1000)
    for (let n = 0; n < 50; n++) estimate.correct(text, 250)
    expect(estimate.of(text)).to.be.within(250, 251)
    for (let n = 0; n < 50; n++) estimate.correct(text, 1)
    expect(estimate.of(text)).to.be.within(222, 224)
    for (let n = 0; n < 50; n++) estimate.correct(text, 5000)
    expect(estimate.of(text)).to.be.within(833, 835)
    estimate.correct(text, 0)
    estimate.correct(text, Number.NaN)
    expect(estimate.of(text)).to.be.within(833, 835)
  })
})

import { expect } from 'chai'
import { TooMany } from '../errors.ts'
import { OpenLimit } from './open-limit.ts'

describe('the limit of open answers', () => {
  const take = (limit: OpenLimit, caller: string) => limit.take(caller)

  it('is one for each caller, and one for all', () => {
    const limit = new OpenLimit('logs', 2, 3)
    const leave = take(limit, 'a')
    take(limit, 'a')
    expect(() => take(limit, 'a')).to.throw(TooMany, 'no more than 2 logs of one caller')
    take(limit, 'b')
    expect(() => take(limit, 'c')).to.throw(TooMany, 'no more than 3 logs at once')
    leave()
    take(limit, 'c')
    expect(() => take(limit, 'a'), 'a has one open, all have three').to.throw(TooMany, 'no more than 3')
  })

  it('forgets who has left', () => {
    const limit = new OpenLimit('logs', 1, 10)
    for (let n = 0; n < 5; n++) take(limit, 'a')()
    take(limit, 'a')
    expect(() => take(limit, 'a')).to.throw(TooMany)
  })
})

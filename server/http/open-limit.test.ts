import { expect } from 'chai'
import { TooMany } from '../errors.ts'
import { OpenLimit } from './open-limit.ts'

describe('the limit of open answers', () => {
  it('is one for each caller, and one for all', () => {
    const limit = new OpenLimit('logs', 2, 3)
    const leave = limit.take('a')
    limit.take('a')
    expect(() => limit.take('a')).to.throw(TooMany, 'no more than 2 logs of one caller')
    limit.take('b')
    expect(() => limit.take('c')).to.throw(TooMany, 'no more than 3 logs at once')
    leave()
    limit.take('c')
    expect(() => limit.take('a'), 'a has one open, all have three').to.throw(TooMany, 'no more than 3')
  })

  it('forgets who has left', () => {
    const limit = new OpenLimit('logs', 1, 10)
    for (let n = 0; n < 5; n++) limit.take('a')()
    limit.take('a')
    expect(() => limit.take('a')).to.throw(TooMany)
  })
})

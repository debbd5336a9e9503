import { expect } from 'chai'
import { TooManyRequestsError } from '../../core/errors.ts'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'

describe('the limit of open answers', () => {
  it('limits open responses per caller, and in all', () => {
    const limit = new ConcurrencyLimiter('logs', 2, 3)
    const leave = limit.acquire('a')
    limit.acquire('a')
    expect(() => limit.acquire('a')).to.throw(TooManyRequestsError, 'limit of 2 logs per caller')
    limit.acquire('b')
    expect(() => limit.acquire('c')).to.throw(TooManyRequestsError, 'limit of 3 logs per replica')
    leave()
    limit.acquire('c')
    expect(() => limit.acquire('a'), 'a has one open, all have three').to.throw(
      TooManyRequestsError,
      'limit of 3',
    )
  })

  it('forgets who has left', () => {
    const limit = new ConcurrencyLimiter('logs', 1, 10)
    for (let n = 0; n < 5; n++) limit.acquire('a')()
    limit.acquire('a')
    expect(() => limit.acquire('a')).to.throw(TooManyRequestsError)
  })
})

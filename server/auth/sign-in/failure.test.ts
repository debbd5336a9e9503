import { AuthError } from '@auth/express'
import { expect } from 'chai'
import { failureOf } from './failure.ts'

describe('failures of a sign-in', () => {
  it('names a failure with the message of its cause, and nothing else of it', () => {
    const cause = new TypeError('fetch failed', { cause: new Error('self-signed certificate') })
    Reflect.set(cause, 'body', { access_token: 'secret' })
    const wrapped = new AuthError('callback', { cause: { err: cause, provider: 'oidc' } })
    expect(failureOf(wrapped)).to.deep.equal({
      reason: 'AuthError',
      details: 'self-signed certificate',
      expected: false,
    })
    expect(failureOf(new Error('alone'))).to.deep.equal({
      reason: 'Failed',
      details: 'alone',
      expected: false,
    })
    const refused = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' })
    expect(failureOf(refused).details).to.equal('ECONNREFUSED')
  })

  it('end where causes go in circles', () => {
    const circle = new Error('again')
    circle.cause = circle
    expect(failureOf(circle).details).to.equal('again')
  })
})

import { expect } from 'chai'
import { errors } from 'undici'
import { detailsOf } from './failure-details.ts'

describe('details of a failed call', () => {
  /** The error that undici throws after these attempts to connect. */
  const nobody = (tried: string): Error => new errors.ConnectTimeoutError(`Connect Timeout Error${tried}`)

  it('names the addresses where nobody took a connection', () => {
    const one = nobody(' (attempted address: 10.96.0.1:443, timeout: 3000ms)')
    const two = nobody(' (attempted addresses: 10.0.0.1:6443, 10.0.0.2:6443, timeout: 3000ms)')
    expect([one, two].map(detailsOf)).to.deep.equal([
      'no connection to 10.96.0.1:443 within 3 s (time-out)',
      'no connection to 10.0.0.1:6443, 10.0.0.2:6443 within 3 s (time-out)',
    ])
  })

  it('says the same without them where they are not told', () => {
    expect(detailsOf(nobody(''))).to.equal('no connection within 3 s (time-out)')
  })
})

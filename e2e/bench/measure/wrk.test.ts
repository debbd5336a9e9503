import { expect } from 'chai'
import { readWrk } from './wrk.ts'

const said = (last: string, errors = '') => `Running 5s test @ http://127.0.0.1:1/
  1 threads and 4 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency   600.84us    1.11ms  27.22ms   96.84%
${last}
${errors}Requests/sec:   4910.12
Transfer/sec:     11.52MB
`

describe('output of wrk', () => {
  it('parses requests and their rate', () => {
    const { requests, perSecond } = readWrk(said('  24568 requests in 5.00s, 57.61MB read'))
    expect([requests, perSecond]).to.deep.equal([24568, 4913.6])
    expect(readWrk(said('  60 requests in 1.00m, 57.61MB read')).perSecond).to.equal(1)
  })

  it('fails if responses were errors', () => {
    const line = '  24568 requests in 5.00s, 57.61MB read'
    expect(() => readWrk(said(line, '  Non-2xx or 3xx responses: 12\n'))).to.throw('12 answers')
    expect(() => readWrk(said(line, '  Socket errors: connect 0, read 3, write 0, timeout 0\n'))).to.throw(
      '3 to read',
    )
    expect(() => readWrk('unable to connect')).to.throw('understood')
  })
})

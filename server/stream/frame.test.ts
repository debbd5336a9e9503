import { expect } from 'chai'
import { frame, PING, retry } from './frame.ts'

describe('the framing of events', () => {
  it('writes one field per line, and an empty line at the end', () => {
    expect(frame('pod', '{"a":1}', '1.x.2')).to.equal('event: pod\nid: 1.x.2\ndata: {"a":1}\n\n')
    expect(frame('bye', '{}')).to.equal('event: bye\ndata: {}\n\n')
    expect([retry(2500), PING]).to.deep.equal(['retry: 2500\n\n', ': ping\n\n'])
  })

  it('holds whatever an object holds in one line of data', () => {
    const nasty = 'a\nb\rc\u2028d\u0000\n\ndata: x\nid: 5'
    const lines = frame('event', JSON.stringify({ message: nasty })).split('\n')
    expect(lines).to.have.length(4)
    expect(JSON.parse(lines[1]?.slice(6) ?? '')).to.deep.equal({ message: nasty })
  })
})

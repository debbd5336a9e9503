import { expect } from 'chai'
import { SerializedBody } from './serialized-body.ts'

describe('a serialized body', () => {
  it('takes as much memory as it weighs', () => {
    const body = SerializedBody.of({ name: 'wéb' }, Infinity)
    expect(body.bytes.toString()).to.equal('{"name":"wéb"}')
    expect([body.bytes.buffer.byteLength, body.weight]).to.deep.equal([body.bytes.length, body.bytes.length])
  })
})

import { expect } from 'chai'
import { jsonPointer } from './json-pointer.ts'

describe('jsonPointer', () => {
  it('joins keys and indices, and escapes the characters of pointers in keys', () => {
    expect(jsonPointer([])).to.equal('')
    expect(jsonPointer(['spec', 'containers', 0, 'a/b~1', ''])).to.equal('/spec/containers/0/a~1b~01/')
  })
})

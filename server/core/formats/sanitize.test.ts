import { expect } from 'chai'
import { quote, sanitize } from './sanitize.ts'

describe('printable', () => {
  it('keeps what can be read, in any language', () =>
    expect(sanitize('web “späť” 部署', 100)).to.equal('web “späť” 部署'))
  it('leaves no line end, escape or override', () => {
    expect(sanitize('a\r\nb\u001b[31mc\u202ed\u2028e\u0000f\u009bg', 100)).to.equal('a b [31mc d e f g')
  })
  it('cuts', () => expect(sanitize('x'.repeat(10_000), 5)).to.equal('xxxxx'))
})

describe('quote', () => {
  it('keeps a name with quotes and backslashes within its quotes', () => {
    expect(quote('bob" is allowed; user "eve')).to.equal(String.raw`"bob\" is allowed; user \"eve"`)
    expect(quote('bob\\')).to.equal(String.raw`"bob\\"`)
  })
  it('sanitizes the text and cuts it to the limit', () =>
    expect(quote('a\u001bb'.repeat(10), 3)).to.equal('"a b"'))
})

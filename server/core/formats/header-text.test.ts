import { expect } from 'chai'
import { bearer, headerBytes, isBearerToken, isHeaderText } from './header-text.ts'

describe('header text', () => {
  it('sends the bytes of its UTF-8 [D16]', () => {
    expect(headerBytes('ü')).to.equal('\u00c3\u00bc')
    expect(bearer('kubeconfig-user-x:y')).to.equal('Bearer kubeconfig-user-x:y')
  })

  it('has no control characters and no unpaired surrogates, but may have tabs', () => {
    expect(['', 'on call', 'a\tb', 'ü'].every(isHeaderText)).to.equal(true)
    for (const text of ['a\nb', 'a\r', '\u0000', 'a\u007f', '\ud800'])
      expect(isHeaderText(text), JSON.stringify(text)).to.equal(false)
  })

  it('accepts a bearer token of any characters but blanks [D16]', () => {
    expect(['a', 'u:p', '{"a":1}', 'ü'].every(isBearerToken)).to.equal(true)
    for (const text of ['', 'a b', ' a', 'a\t', 'a\u00a0b', 'a\n', '\ud800'])
      expect(isBearerToken(text), JSON.stringify(text)).to.equal(false)
  })
})

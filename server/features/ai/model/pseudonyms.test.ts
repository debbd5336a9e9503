import { expect } from 'chai'
import { Pseudonyms } from './pseudonyms.ts'

describe('Pseudonyms', () => {
  it('replaces names as whole words, the longest first, and restores them', () => {
    const pseudonyms = new Pseudonyms(['web', 'web-7c9', 'shop', '', 'web'])
    const text = 'Pod shop/web-7c9 of web: webhook at web.shop failed'
    const hidden = pseudonyms.hide(text)
    expect(hidden).to.equal('Pod name-2/name-1 of name-3: webhook at name-3.name-2 failed')
    expect(pseudonyms.reveal(hidden)).to.equal(text)
  })

  it('restores names that look like pseudonyms or patterns', () => {
    const pseudonyms = new Pseudonyms(['a.b', 'name-1', 'longest-name'])
    const text = 'name-1 and longest-name and a.b, not axb'
    expect(pseudonyms.hide(text)).to.equal('name-2 and name-1 and name-3, not axb')
    expect(pseudonyms.reveal(pseudonyms.hide(text))).to.equal(text)
  })

  it('changes nothing without names', () => {
    const pseudonyms = new Pseudonyms([])
    expect(pseudonyms.reveal(pseudonyms.hide('Pod web'))).to.equal('Pod web')
  })
})

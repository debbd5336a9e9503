import { expect } from 'chai'
import { quickest } from '../../../testing/cpu-time.ts'
import { NarrativeCheck } from './narrative-check.ts'

const FACTS = { evidenceIds: new Set(['e1', 'e2']), hosts: new Set(['api.shop.example']) }

/** Returns the checked text of words that arrive in these parts. */
function checked(...parts: readonly string[]): string {
  const check = new NarrativeCheck(FACTS)
  return parts.map((part) => check.add(part)).join('') + check.end(false)
}

describe('NarrativeCheck', () => {
  it('keeps sentences that cite evidence, in brackets before or after their end', () => {
    for (const text of [
      'It fails [e1]. It restarts [e1, e2].',
      'It fails. [e1] It restarts. [e2][e1]',
      'No end [e1]',
    ])
      expect(checked(text)).to.equal(text)
  })

  it('drops sentences that cite nothing, or evidence that does not exist', () => {
    expect(checked('It fails [e1]. Pay me now. It is fine [e3]. Both [e1, e9]. See [e2].')).to.equal(
      'It fails [e1]. See [e2].',
    )
    expect(checked('Bad [e01]. Worse [E1]. A [list]. [1] [e1.5]')).to.equal('')
  })

  it('returns the same for any division into parts', () => {
    const text = 'It fails. [e1] It restarts [e2].\n- Read v1.2.3 of its log [e1].\nNothing here.'
    for (let at = 0; at <= text.length; at++)
      expect(checked(text.slice(0, at), text.slice(at)), String(at)).to.equal(checked(text))
    expect(checked(...text.split(''))).to.equal(checked(text))
  })

  it('returns a sentence as soon as it is complete', () => {
    const check = new NarrativeCheck(FACTS)
    expect([check.add('It fails [e1].'), check.add(' And'), check.add(' more [e2].')]).to.deep.equal([
      '',
      'It fails [e1].',
      '',
    ])
    expect(check.end(true)).to.equal(' And more [e2].')
  })

  it('drops the last words of an answer that is cut', () => {
    const check = new NarrativeCheck(FACTS)
    check.add('It fails [e1]. And [e2] th')
    expect(check.end(true)).to.equal('')
  })

  it('removes links to other hosts, in any notation', () => {
    for (const [text, inert] of [
      ['See https://evil.example/x?a=1 [e1].', 'See (link removed) [e1].'],
      ['See [here](https://evil.example) [e1].', 'See here [e1].'],
      ['![p](https://evil.example/p.png) [e1].', 'p [e1].'],
      ['See //evil.example/x [e1].', 'See (link removed) [e1].'],
      ['See www.evil.example [e1].', 'See (link removed) [e1].'],
      ['Run javascript:alert(1) [e1].', 'Run (link removed) [e1].'],
      ['<a href="https://evil.example">x</a> [e1].', 'x [e1].'],
      ['See https://api.shop.example@evil.example/ [e1].', 'See (link removed) [e1].'],
      ['See https://api.shop.example/v1 [e1].', 'See https://api.shop.example/v1 [e1].'],
      ['See ftp://api.shop.example/v1 [e1].', 'See (link removed) [e1].'],
    ] as const)
      expect(checked(text), text).to.equal(inert)
  })

  it('replaces control and format characters', () => {
    expect(checked('It \u001b[31mfails\u202e [e1].\r\nNext [e2].')).to.equal(
      'It  [31mfails  [e1]. \nNext [e2].',
    )
  })

  it('ends at 4,096 characters, with a whole sentence', () => {
    const check = new NarrativeCheck(FACTS)
    const sentence = `${'word '.repeat(18)}ends [e1]. `
    expect(sentence).to.have.length(101)
    let text = ''
    for (let n = 0; n < 50; n++) text += check.add(sentence)
    expect([text.length, check.isFull]).to.deep.equal([40 * 101 - 1, true])
    expect(check.end(false)).to.equal('')
  })

  it('drops a sentence of more than 1,000 characters, and bounds what it keeps of one without an end', () => {
    expect(checked(`${'x'.repeat(995)} [e1]. Next [e2].`)).to.equal(' Next [e2].')
    expect(checked(`${'x'.repeat(990)} [e1]. Next [e2].`)).to.have.length(990 + 17)
    const check = new NarrativeCheck(FACTS)
    expect(quickest(() => check.add('x'.repeat(100_000)))).to.be.below(250)
    expect(check.end(false)).to.equal('')
  })
})

import { expect } from 'chai'
import * as fc from 'fast-check'
import { Failure } from '../status.ts'
import { matchesLabels, parseLabelSelector } from './labels.ts'

describe('demo label selectors', () => {
  const labels = { app: 'web', size: '12', empty: '', big: '9007199254740993' }

  for (const [selector, matches] of [
    ['', true],
    ['app', true],
    ['!app', false],
    ['!other', true],
    ['app=web', true],
    ['app==web', true],
    ['app!=web', false],
    ['other!=web', true],
    ['app in (a, web)', true],
    ['app notin (a,b)', true],
    ['other notin (a)', true],
    ['other in (a)', false],
    ['empty=', true],
    ['app=', false],
    ['size>11,size<13', true],
    ['size>12', false],
    ['app>1', false],
    ['big>9007199254740992', true],
    ['in', false],
    ['notin!=x', true],
    ['in in (in)', false],
  ] as const) {
    it(`evaluates ${selector || '(empty)'} to ${matches}`, () => {
      expect(matchesLabels(parseLabelSelector(selector), labels)).to.equal(matches)
    })
  }

  it('no labels at all satisfy only what is negative', () => {
    expect(matchesLabels(parseLabelSelector('!a,b!=c'), undefined)).to.equal(true)
    expect(matchesLabels(parseLabelSelector('a'), undefined)).to.equal(false)
  })

  it('a label may be called as something every object has', () => {
    expect(matchesLabels(parseLabelSelector('constructor'), {})).to.equal(false)
    expect(matchesLabels(parseLabelSelector('!constructor'), {})).to.equal(true)
  })

  for (const [selector, values] of [
    ['a in ()', ['']],
    ['a in (b)', ['b']],
    ['a in (b,)', ['', 'b']],
    ['a in (,b)', ['', 'b']],
    ['a in (b,,c)', ['', 'b', 'c']],
    ['a in (c,b,c)', ['b', 'c']],
  ] as const) {
    it(`reads from ${selector} the values ${JSON.stringify(values)}`, () => {
      expect(parseLabelSelector(selector)[0]?.values).to.deep.equal(values)
    })
  }

  it('reads any text in linear time, or refuses it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 300 }), (text) => {
        try {
          parseLabelSelector(text)
        } catch (error) {
          expect(error).to.be.instanceOf(Failure)
        }
      }),
    )
  })
})

import { expect } from 'chai'
import { quickest } from '../../testing/cpu-time.ts'
import { matches, parseLabelSelector, SelectorError } from './label-selector.ts'

describe('label selectors', () => {
  const labels = { app: 'web', tier: 'front', 'example.com/rank': '7', empty: '', big: '9007199254740993' }
  const holds = [
    '',
    'app',
    'app=web',
    'app==web',
    'app!=api',
    'none!=x',
    '!none',
    'app in (web, api)',
    'none notin (a)',
    'app=web,tier=front',
    'example.com/rank>6',
    'example.com/rank<8',
    'empty=',
    'empty in (,a)',
    'empty in ()',
    'empty in (,)',
    'empty in (a,)',
    'empty in (a,,b)',
    'empty in (,,,)',
    'none notin ()',
    'big>9007199254740992',
    'big<9223372036854775807',
    ' app = web , tier ',
    Array.from({ length: 100 }, (_, n) => `!k${n}`).join(','),
  ]
  const fails = [
    '!app',
    'none',
    'app=api',
    'app in (api)',
    'app notin (web)',
    'example.com/rank>7',
    'app>1',
    'app=web,none',
  ]
  const wrong = [
    '=web',
    'app=web,',
    ',app',
    'app in',
    'app in (a',
    'app in a',
    'app web',
    'a/b/c',
    '/a',
    'A B',
    'app=-x',
    'app>x',
    '!!app',
    '!',
    'app=(a)',
    'app=$',
    `${'a'.repeat(64)}=x`,
    'app=a b',
    'app in (,,)',
    'app in (a,,)',
    'app in (,a b)',
    '-example.com/a',
    'example..com/a',
    'example-.com/a',
    'big>9223372036854775808',
    'app>-1',
    'a'.repeat(5000),
    Array.from({ length: 101 }, (_, n) => `!k${n}`).join(','),
  ]

  for (const text of holds)
    it(`holds: ${text}`, () => expect(matches(parseLabelSelector(text), labels)).to.equal(true))
  for (const text of fails)
    it(`fails: ${text}`, () => expect(matches(parseLabelSelector(text), labels)).to.equal(false))
  for (const text of wrong)
    it(`rejects ${text.slice(0, 20)} (${text.length} characters)`, () =>
      expect(() => parseLabelSelector(text)).to.throw(SelectorError))

  it('never finds a label on the prototype', () => {
    expect(matches(parseLabelSelector('constructor'), {})).to.equal(false)
  })

  it('reads 100 KB of hostile text at once', () => {
    for (const text of [
      'a'.repeat(100_000),
      ','.repeat(100_000),
      '('.repeat(4096),
      'a in (' + 'b,'.repeat(2000),
    ])
      expect(quickest(() => expect(() => parseLabelSelector(text)).to.throw(SelectorError))).to.be.below(25)
  })
})

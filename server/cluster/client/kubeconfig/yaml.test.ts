import { expect } from 'chai'
import { cpuTimeOf, growthOf } from '../../../testing/cpu-time.ts'
import { KubeconfigError } from './kubeconfig-error.ts'
import { parseYaml, type YamlValue } from './yaml.ts'

function plain(value: YamlValue): unknown {
  if (Array.isArray(value)) return value.map(plain)
  return value instanceof Map
    ? Object.fromEntries([...value].map(([key, item]) => [key, plain(item)]))
    : value
}

const parse = (text: string): unknown => plain(parseYaml(Buffer.from(text)))

describe('parseYaml', () => {
  for (const [title, text, value] of [
    ['the last of equal keys', 'a: x\na: z\n', { a: 'z' }],
    [
      'merge keys',
      'b: &b {k: v, l: w}\nc: {<<: *b, l: own}\n',
      { b: { k: 'v', l: 'w' }, c: { k: 'v', l: 'own' } },
    ],
    [
      'a merge key after a key, which it replaces',
      'b: &b {k: v}\nc: {k: own, <<: *b}\n',
      { b: { k: 'v' }, c: { k: 'v' } },
    ],
    [
      'a merge of a list, its first map first',
      'c: {<<: [{k: one}, {k: two, l: m}]}\n',
      { c: { k: 'one', l: 'm' } },
    ],
    ['YAML 1.1 booleans', '[yes, NO, on, Off, y, "yes"]', [true, false, true, false, true, 'yes']],
    ['numbers', '[1, 0x1F, 010, 0b11, 1_000, 1e3, .5, -1]', [1, 31, 8, 3, 1000, 1000, 0.5, -1]],
    [
      'text that other YAML 1.1 parsers take for numbers or dates',
      '[1:30, 2001-01-01, 0x]',
      ['1:30', '2001-01-01', '0x'],
    ],
    ['keys of other types as text', '{1: a, yes: b}', { 1: 'a', true: 'b' }],
    ['tags', '[!!str 1, !custom x, !!int "7"]', ['1', 'x', 7]],
    ['JSON with tabs', '{\n\t"a":\t["b"]\n}', { a: ['b'] }],
    ['an alias as the last node before it with its anchor', '[&a 1, *a, &a 2, *a]', [1, 1, 2, 2]],
    ['the first document', 'a: b\n---\nc: d\n', { a: 'b' }],
    ['nothing', '# nothing\n', null],
  ] as const)
    it(`reads ${title} as kubectl does`, () => {
      expect(parse(text)).to.deep.equal(value)
    })

  it('reads UTF-16 and a byte order mark', () => {
    expect(plain(parseYaml(Buffer.from('\ufeffa: é', 'utf16le')))).to.deep.equal({ a: 'é' })
    expect(parse('\ufeffa: b')).to.deep.equal({ a: 'b' })
  })

  for (const [title, text, reason] of [
    ['a quote that is not closed', 'a: "SECRET\n', /not valid YAML \(.+\), line \d/],
    ['a tab', 'a:\n\t- b: SECRET\n', /line 2/],
    ['an unknown alias', 'a: b\nc: *SECRET\n', /alias.*line 2/],
    ['a merge key without a map', 'a:\n  <<: SECRET\n', /merge key without a map\), line 2/],
    ['a node that contains itself', 'a: &SECRET [*SECRET]', /alias/],
    ['a key that is a list', '[SECRET]: b', /invalid key/],
    ['control characters', 'a: "SECRET\u0007"', /control character/],
    ['aliases that multiply', bomb(), /too many aliases/],
  ] as const)
    it(`rejects ${title} without a word of the content`, () => {
      expect(() => parse(text))
        .to.throw(KubeconfigError, reason)
        .and.to.have.property('message')
        .that.does.not.include('SECRET')
    })

  it('needs no more than time in proportion for text that is meant to hold the service up', () => {
    const reject = (text: string) => void expect(() => parse(text)).to.throw(KubeconfigError)
    // 400,000 nodes in some 0.1 s; a search of the document for each alias took eight.
    expect(cpuTimeOf(() => reject(bomb()))).to.be.below(3000)
    for (const character of ['"', '}'])
      expect(
        growthOf((count) => reject(character.repeat(count)), 25_000),
        character,
      ).to.be.below(9)
  })

  it('rejects bytes that are not UTF-8', () => {
    expect(() => parseYaml(Buffer.from([0x61, 0x3a, 0x20, 0xff]))).to.throw(KubeconfigError, 'not UTF-8 text')
  })
})

function bomb(): string {
  const levels = Array.from(
    { length: 9 },
    (_, level) => `a${level + 1}: &a${level + 1} [${`*a${level}, `.repeat(9)}*a${level}]`,
  )
  return ['a0: &a0 SECRET', ...levels].join('\n')
}

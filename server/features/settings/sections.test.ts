import { expect } from 'chai'
import { Validation } from '../../api/validation.ts'
import { isObject } from '../../core/json.ts'
import { parseRecord } from './record.ts'
import { sectionReader, withSections } from './sections.ts'

const read = sectionReader(new Validation())
const EMPTY = {
  preferences: {},
  aliases: {},
  criticalIssues: undefined,
  pins: [],
  repository: undefined,
  pullRequests: [],
}
const pr = { deploymentName: 'web', namespace: 'shop', prNumber: 1, url: 'https://git.example/1' }

describe('sections of a record', () => {
  it('begin empty', () => {
    expect(read({})).to.deep.equal(EMPTY)
  })

  it('leave out what was edited to something else, field by field and item by item [K6]', () => {
    expect(
      read({
        preferences: { themeMode: 'sepia', compactMode: true, autoRefreshInterval: 1, later: 1 },
        aliases: { demo: 'Demo', bad: 1, long: 'x'.repeat(513), ...JSON.parse('{"__proto__":"x"}') },
        criticalIssues: ['pvs', 'pods', 'secrets', 7],
        pins: ['/pods', '//evil.example', 7, null],
        repository: { owner: 'shop' },
        pullRequests: [pr, { ...pr, url: 'http://git.example/1' }, null],
        later: { version: 2 },
      }),
    ).to.deep.equal({
      preferences: { compactMode: true },
      aliases: { demo: 'Demo' },
      criticalIssues: ['pods', 'pvs'],
      pins: ['/pods'],
      repository: undefined,
      pullRequests: [pr],
    })
  })

  for (const value of [null, 7, 'x', true, [], {}, [[]], { a: null }])
    it(`survive ${JSON.stringify(value)} in the place of each`, () => {
      const plain = Object.fromEntries(Object.keys(EMPTY).map((name) => [name, value]))
      expect(read(plain)).to.have.all.keys(EMPTY)
      const record = { user: value, subject: value, plain: value, sealed: value }
      expect(parseRecord(record)).to.have.all.keys('user', 'subject', 'plain', 'sealed')
      expect(parseRecord(value) === undefined).to.equal(!isObject(value))
    })

  it('change without touching those of a later version, and go with undefined', () => {
    const record = { user: 'a', subject: '', plain: { later: 1, pins: ['/a'], aliases: {} }, sealed: {} }
    expect(withSections(record, { pins: ['/b'], aliases: undefined }).plain).to.deep.equal({
      later: 1,
      pins: ['/b'],
    })
  })
})

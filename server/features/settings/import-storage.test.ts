import { expect } from 'chai'
import * as fc from 'fast-check'
import { Validation } from '../../api/validation.ts'
import { PayloadTooLargeError } from '../../core/errors.ts'
import { importSteps, runImport, type ImportTools } from './import-storage.ts'
import type { SettingsRecord } from './record.ts'
import { sectionReader } from './sections.ts'
import { createStorageChecks } from './storage-checks.ts'

const validation = new Validation()
const checks = createStorageChecks(validation, () => undefined)
const readSections = sectionReader(validation)
const record: SettingsRecord = {
  user: 'oidc:ada',
  subject: '',
  plain: { pins: ['/pods'], later: 1 },
  sealed: {},
}
const tools: ImportTools = {
  readSections,
  openBasket: async () => [],
  closeBasket: async (of, files) => ({ ...of, sealed: { basket: JSON.stringify(files) } }),
}
const run = (storage: Record<string, unknown>, changed: Partial<ImportTools> = {}) =>
  runImport(importSteps(storage, checks), record, { ...tools, ...changed })

describe('the import of the storage of a browser', () => {
  it('returns the same record if nothing is imported', async () => {
    const result = await run({ theme: 'dark', '-sidebar-pins': '{', '-mode': { mode: 'demo' } })
    expect(result.record).to.equal(record)
    expect(result.migration.imported).to.deep.equal([])
    expect(result.migration.skipped.map(({ key }) => key)).to.deep.equal(['theme', '-sidebar-pins', '-mode'])
  })

  for (const [shape, value] of Object.entries({
    'the section itself': ['/nodes'],
    'an envelope of the API': { pinned: ['/nodes'] },
    'a store of a page': { state: { pinned: ['/nodes'] }, version: 0 },
  }))
    it(`accepts ${shape}, as JSON and as a text`, async () => {
      for (const given of [value, JSON.stringify(value)]) {
        const { record: changed } = await run({ 'x-sidebar-pins': given })
        expect(changed.plain).to.deep.equal({ pins: ['/pods', '/nodes'], later: 1 })
      }
    })

  it('accepts kinds of critical issues as a list and as a map', async () => {
    for (const enabled of [['pvs', 'pods'], { pvs: true, nodes: false, pods: true }]) {
      const { record: changed } = await run({ '-critical-issues-settings': { enabled } })
      expect(changed.plain['criticalIssues']).to.deep.equal(['pods', 'pvs'])
    }
  })

  it('imports the other parts of a key of which one cannot be', async () => {
    const storage = {
      '-github': { selectedRepo: { owner: 'a', repo: 'b', branch: 'c' }, editBasket: [], pendingPRs: [7] },
    }
    const { migration } = await run(storage, {
      closeBasket: async () => {
        throw new PayloadTooLargeError('too large')
      },
    })
    expect(migration.imported).to.deep.equal(['-github'])
    expect(migration.skipped).to.deep.equal([
      { key: '-github', reason: 'pendingPRs: 0 must be an object' },
      { key: '-github', reason: 'too large' },
    ])
  })

  it('fails with errors that are not about the storage', async () => {
    const closeBasket = async () => {
      throw new Error('a bug')
    }
    const error = await run({ '-github': { editBasket: [] } }, { closeBasket }).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).to.have.property('message', 'a bug')
  })

  it('has a result for any JSON under any known key, and valid sections after it', async () => {
    const members = [
      'aliases',
      'enabled',
      'pinned',
      'selectedRepo',
      'pendingPRs',
      'editBasket',
      'selectedContext',
    ]
    const value = fc.oneof(fc.jsonValue(), fc.string())
    const state = fc.dictionary(fc.constantFrom(...members), value)
    const keys = [
      '-mode',
      '-github',
      '-repohost',
      '-cluster-aliases',
      '-critical-issues-settings',
      '-sidebar-pins',
    ]
    const storage = fc.dictionary(fc.constantFrom(...keys), fc.oneof(value, state, fc.record({ state })))
    await fc.assert(
      fc.asyncProperty(storage, async (given) => {
        const { record: changed, migration } = await run(given)
        const named = new Set([...migration.imported, ...migration.skipped.map(({ key }) => key)])
        expect(named).to.deep.equal(new Set(Object.keys(given)))
        const { later, ...plain } = changed.plain
        expect(later).to.equal(1)
        const read = readSections(plain)
        for (const [name, section] of Object.entries(plain))
          expect(Reflect.get(read, name), name).to.deep.equal(section)
      }),
      { numRuns: 500 },
    )
  })
})

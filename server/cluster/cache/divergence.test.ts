import { expect } from 'chai'
import { cachedObjectFactory } from '../../testing/build-cached-object.ts'
import { Scheduler } from '../../core/scheduler.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { confirmed, suspectsOf, type Suspect } from './divergence.ts'
import type { MetadataList } from './metadata-list.ts'
import { Store } from './store.ts'

describe('divergence of a store and a list', () => {
  const projection = cachedObjectFactory(pods)
  const pod = (name: string, version: number) =>
    projection.entry({ metadata: { namespace: 'shop', name, resourceVersion: String(version) } })
  /** Returns a store that was listed at resourceVersion 100 and has advanced to 120. */
  const store = () => {
    const made = new Store(pods)
    const listed = made.list()
    for (const entry of [pod('a', 90), pod('b', 95)]) listed.apply(entry, false)
    made.replace(listed, '100')
    made.apply(pod('b', 120), false)
    return made
  }
  const list = (version: string, versions: Record<string, string>) => ({
    version,
    versions: new Map(Object.entries(versions).map(([name, one]) => [`shop/${name}`, one])),
  })

  const suspects = (against: MetadataList): Promise<Suspect[]> =>
    suspectsOf(store(), against, new Scheduler())

  it('finds no difference if both have the same objects', async () => {
    expect(await suspects(list('120', { a: '90', b: '120' }))).to.deep.equal([])
  })

  it('finds no difference in objects that changed after the list', async () => {
    expect(await suspects(list('110', { a: '90', b: '95' }))).to.deep.equal([])
    expect(await suspects(list('110', { a: '90' })), 'made later').to.deep.equal([])
  })

  for (const [what, versions, suspect] of [
    ['an end that was lost', { b: '95' }, { key: 'shop/a', cached: '90', listed: undefined }],
    ['a change that was lost', { a: '99', b: '95' }, { key: 'shop/a', cached: '90', listed: '99' }],
    ['a change nobody made', { a: '80', b: '95' }, { key: 'shop/a', cached: '90', listed: '80' }],
    [
      'a beginning that was lost',
      { a: '90', b: '95', c: '101' },
      { key: 'shop/c', cached: undefined, listed: '101' },
    ],
  ] as const)
    it(`reports ${what}`, async () => {
      expect(await suspects(list('110', versions))).to.deep.equal([suspect])
    })

  it('reports a difference only if nothing changed between two looks', () => {
    const lost = { key: 'shop/a', cached: '90', listed: '99' }
    const gone = { key: 'shop/c', cached: undefined, listed: '101' }
    expect(confirmed([lost, gone], [lost, gone])).to.deep.equal([lost, gone])
    expect(confirmed([lost, gone], [])).to.deep.equal([])
    expect(confirmed([gone], [{ ...gone, listed: '115' }])).to.deep.equal([])
    expect(confirmed([lost], [{ ...lost, cached: '99', listed: '116' }])).to.deep.equal([])
    expect(confirmed([lost], [gone])).to.deep.equal([])
  })
})

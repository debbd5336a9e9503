import { expect } from 'chai'
import * as fc from 'fast-check'
import { kindNamed } from './kinds.ts'
import type { KubeObject } from './object.ts'
import { Store } from './store.ts'

const maps = kindNamed('configmaps')

function map(name: string, value = ''): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'n' }, data: { value } }
}

describe('demo store', () => {
  it('counts one version over all kinds', () => {
    const store = new Store(10)
    const first = store.put(maps, map('a'))
    const second = store.put(kindNamed('secrets'), { ...map('a'), kind: 'Secret' })
    expect(second.version).to.equal(first.version + 1)
    expect(second.object.metadata.resourceVersion).to.equal(String(second.version))
  })

  it('lists by key, and a namespace without its longer neighbours', () => {
    const store = new Store(10)
    for (const [namespace, name] of [
      ['b', 'x'],
      ['a-b', 'x'],
      ['a', 'z'],
      ['a', 'y'],
    ] as const) {
      store.put(maps, { ...map(name), metadata: { name, namespace } })
    }
    const keys = (namespace?: string): string[] =>
      store.list(maps, namespace).map(({ object }) => `${object.metadata.namespace}/${object.metadata.name}`)
    expect(keys()).to.deep.equal(['a-b/x', 'a/y', 'a/z', 'b/x'])
    expect(keys('a')).to.deep.equal(['a/y', 'a/z'])
  })

  it('gives any version that is still held, as it was', () => {
    const step = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), remove: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const store = new Store(100)
        const seen = new Map<number, string>()
        steps.forEach(({ name, remove }, index) => {
          if (remove) store.remove(maps, 'n', name)
          else store.put(maps, map(name, String(index)))
          seen.set(store.version, JSON.stringify(store.list(maps).map(({ object }) => object)))
        })
        for (const [version, expected] of seen) {
          const snapshot = store.snapshot(maps, version)
          expect(JSON.stringify(snapshot?.map(([, { object }]) => object))).to.equal(expected)
        }
      }),
    )
  })

  it('tells changes since a version, until they are forgotten', () => {
    const store = new Store(2)
    const { version } = store.put(maps, map('a'))
    store.put(maps, map('a', '2'))
    store.remove(maps, 'n', 'a')
    expect(store.changesSince(maps, version)?.map(({ type }) => type)).to.deep.equal(['MODIFIED', 'DELETED'])
    for (const name of ['b', 'c', 'd', 'e']) store.put(maps, map(name))
    expect(store.changesSince(maps, version)).to.equal(undefined)
    expect(store.snapshot(maps, version)).to.equal(undefined)
  })

  it('forgets everything on compaction, but serves the present', () => {
    const store = new Store(10)
    const { version } = store.put(maps, map('a'))
    store.compact()
    expect(store.changesSince(maps, version)).to.equal(undefined)
    expect(store.changesSince(maps, store.version)).to.deep.equal([])
    expect(store.snapshot(maps, store.version)).to.have.length(1)
  })

  it('writes an item without, and an object with kind and apiVersion', () => {
    const revision = new Store(10).put(maps, map('a', 'v'))
    expect(JSON.parse(revision.item())).to.have.all.keys('metadata', 'data')
    expect(revision.full()).to.match(/^\{"kind":"ConfigMap","apiVersion":"v1","metadata":/)
    expect(JSON.parse(revision.full())).to.deep.equal(revision.object)
  })
})

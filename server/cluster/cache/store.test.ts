import { expect } from 'chai'
import {
  array,
  assert,
  boolean,
  constantFrom,
  nat,
  property,
  record,
  stringMatching,
  tuple,
  uniqueArray,
} from 'fast-check'
import { reportFailures } from '../../core/background.ts'
import { events } from '../../kinds/events/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { cachedObjectFactory, replace } from '../../testing/build-cached-object.ts'
import { objectOf, type CachedObject } from './cached-object.ts'
import { everything, selectorFor, type Selection } from './compiled-selector.ts'
import { Store } from './store.ts'

const projection = cachedObjectFactory(pods)

interface Made {
  namespace?: string
  name?: string
  labels?: Record<string, string>
  node?: string
  controller?: string
}

function pod(
  version: number,
  { namespace = 'shop', name = 'web', labels = {}, node, controller }: Made = {},
) {
  const uid = `uid-${namespace}-${name}`
  const ownerReferences =
    controller === undefined ? [{ uid: 'other' }] : [{ uid: 'other' }, { uid: controller, controller: true }]
  return projection.entry({
    metadata: { namespace, name, uid, resourceVersion: String(version), labels, ownerReferences },
    spec: { nodeName: node },
    status: { phase: 'Running' },
  })
}

function found<T>(store: Store<T>, selection: Selection = {}, namespace?: string): string[] {
  const selector = selectorFor(store.kind, selection)
  if (selector === undefined) throw new Error('not a selection of this kind')
  return store.select(namespace, selector).map((entry) => `${entry.namespace}/${entry.name}`)
}

describe('the store', () => {
  const filled = (...entries: CachedObject<unknown>[]) => {
    const store = new Store<unknown>(pods)
    replace(store, entries, '100')
    return store
  }

  it('sorts bytewise by namespace/name, as the API server does', () => {
    const name = stringMatching(/^[a-z0-9]([a-z0-9.-]{0,6}[a-z0-9])?$/)
    assert(
      property(uniqueArray(tuple(name, name), { selector: String }), (keys) => {
        const store = filled(...keys.map(([namespace, one]) => pod(1, { namespace, name: one })))
        const expected = keys.map((key) => key.join('/')).sort()
        expect(found(store)).to.deep.equal([...new Set(expected)])
      }),
    )
  })

  it('stays in that order whatever comes and goes, and leaves alone what was taken of it before', () => {
    const one = tuple(constantFrom('a', 'b', 'b-1', 'b.1', 'c'), constantFrom('x', 'y'), boolean())
    assert(
      property(array(one, { maxLength: 30 }), (moves) => {
        const store = filled(pod(1, { name: 'b' }))
        const there = new Set(['shop/b'])
        moves.forEach(([name, namespace, deleted], at) => {
          const before = { want: [...there].sort(), taken: store.select(undefined, everything) }
          store.apply(pod(101 + at, { name, namespace }), deleted)
          if (deleted) there.delete(`${namespace}/${name}`)
          else there.add(`${namespace}/${name}`)
          expect(found(store)).to.deep.equal([...there].sort())
          const inOne = [...there].filter((key) => key.startsWith(`${namespace}/`)).sort()
          expect(found(store, {}, namespace)).to.deep.equal(inOne)
          expect(before.taken.map((entry) => `${entry.namespace}/${entry.name}`)).to.deep.equal(before.want)
          expect(store.get(namespace, name)?.version).to.equal(deleted ? undefined : String(101 + at))
        })
      }),
    )
  })

  it('never moves an object back, and brings none back that is gone [F2]', () => {
    const store = filled(pod(50), pod(60, { name: 'old' }))
    expect(store.apply(pod(90), false)).to.equal(false)
    expect(store.apply(pod(101), false)).to.equal(true)
    expect(store.apply(pod(102, { name: 'old' }), true)).to.equal(true)
    expect(store.apply(pod(99, { name: 'old' }), false)).to.equal(false)
    expect([found(store), store.version, store.get('shop', 'web')?.version]).to.deep.equal([
      ['shop/web'],
      '102',
      '101',
    ])
    expect(replace(store, [], '101')).to.equal(false)
    expect(store.size).to.equal(1)
    store.advance('90')
    expect(store.version).to.equal('102')
    store.advance('110')
    expect(store.version).to.equal('110')
  })

  it('puts a list in its place at once: what is not in it is gone', () => {
    const store = filled(pod(1), pod(2, { name: 'gone', node: 'a' }), pod(3, { namespace: 'empty' }))
    const before = store.select(undefined, everything)
    const untouched = store.changes('shop')
    replace(store, [pod(1), pod(150, { name: 'new' })], '200')
    expect(found(store)).to.deep.equal(['shop/new', 'shop/web'])
    expect(found(store, { fieldSelector: 'spec.nodeName=a' })).to.deep.equal([])
    expect(before.map((entry) => entry.name)).to.deep.equal(['web', 'gone', 'web'])
    expect(store.changes('shop')).to.be.above(untouched)
  })

  it('corrects an object by a list that shows its version in another state', () => {
    const damaged = pod(2, { labels: { app: 'damaged' } })
    const store = filled(damaged)
    const listed = pod(2, { labels: { app: 'web' } })
    expect(replace(store, [listed], '100')).to.equal(true)
    expect(store.get('shop', 'web')).to.equal(listed)
    replace(store, [pod(2, { labels: { app: 'web' } })], '101')
    expect(store.get('shop', 'web'), 'the same state').to.equal(listed)
  })

  it('counts changes so that a count never means two states', () => {
    const store = filled(pod(1), pod(2, { namespace: 'other' }))
    const other = store.changes('other')
    store.apply(pod(101), false)
    expect(store.changes('other')).to.equal(other)
    const counted = [store.changes('shop')]
    store.clear()
    expect(store.version).to.equal(undefined)
    counted.push(store.changes('shop'))
    replace(store, [pod(1)], '300')
    counted.push(store.changes('shop'))
    expect(new Set(counted).size).to.equal(3)
    expect(store.changes()).to.be.above(Math.max(...counted) - 1)
  })

  it('tells those who follow it of every move, in its midst', () => {
    const store = filled(pod(1), pod(2, { name: 'b' }))
    expect(store.observed).to.equal(false)
    const moves: string[] = []
    const leave = store.observe(({ version, changes, listed }) => {
      const names = changes.map(
        ({ before, after }) =>
          `${before?.version ?? '-'}>${after?.version ?? '-'} ${(after ?? before)?.name}`,
      )
      expect(store.version).to.equal(version)
      moves.push([version ?? 'none', ...(listed ? ['listed'] : []), ...names].join(', '))
    })
    expect(store.observed).to.equal(true)
    store.apply(pod(90), false)
    store.apply(pod(101), false)
    store.apply(pod(102, { name: 'b' }), true)
    store.apply(pod(103, { name: 'unknown' }), true)
    store.advance('110')
    store.advance('105')
    replace(store, [pod(101), pod(150, { name: 'c' })], '200')
    replace(store, [], '199')
    store.clear()
    replace(store, [pod(300)], '301')
    leave()
    store.apply(pod(400), false)
    expect(moves).to.deep.equal([
      '101, 1>101 web',
      '102, 2>- b',
      '103',
      '110',
      '200, listed, ->150 c',
      'none',
      '301, listed',
    ])
  })

  it('tells the others where one that follows it fails', async () => {
    const reported: string[] = []
    reportFailures((work) => reported.push(work))
    const store = filled()
    const moved = store.nextChange()
    let told = 0
    store.observe(() => {
      throw new Error('a view')
    })
    store.observe(() => told++)
    store.apply(pod(101), false)
    await moved
    expect([told, reported]).to.deep.equal([1, ['following a store']])
    reportFailures(undefined)
  })

  it('lets go of every entry that it does not hold', () => {
    const told = tuple(nat(9), constantFrom('a', 'b', 'c'), boolean())
    const move = record({ listed: boolean(), told: array(told, { minLength: 1, maxLength: 4 }) })
    assert(
      property(array(move, { maxLength: 12 }), (moves) => {
        const store = filled()
        const kept = new Set<CachedObject<unknown>>()
        for (const [at, { listed, told: all }] of moves.entries()) {
          const list = store.list()
          for (const [ahead, name, deleted] of all) {
            const entry = pod(100 + at + ahead, { name })
            kept.add(entry)
            entry.release = () => kept.delete(entry)
            if (listed) list.apply(entry, deleted)
            else store.apply(entry, deleted)
          }
          // The store rejects a list that is too old, so the test releases the list's entries itself.
          if (!store.replace(list, listed ? String(104 + at) : '1'))
            for (const entry of list.state.ordered()) entry.release()
        }
        expect([...kept]).to.have.members(store.select(undefined, everything))
      }),
    )
  })

  it('finds by node, by controlling owner, by labels and by fields', () => {
    const store = filled(
      pod(1, { name: 'a', node: 'n1', labels: { app: 'web' } }),
      pod(2, { name: 'b', node: 'n2', controller: 'rs-1', labels: { app: 'db' } }),
      pod(3, { name: 'a', namespace: 'zoo', node: 'n1', controller: 'rs-1' }),
    )
    expect(found(store, { fieldSelector: 'spec.nodeName=n1' })).to.deep.equal(['shop/a', 'zoo/a'])
    expect(found(store, { fieldSelector: 'spec.nodeName=n1' }, 'zoo')).to.deep.equal(['zoo/a'])
    expect(found(store, { controlledBy: ['rs-1'] })).to.deep.equal(['shop/b', 'zoo/a'])
    expect(found(store, { controlledBy: [] })).to.deep.equal([])
    expect(found(store, { labelSelector: 'app in (web,db),app!=web' })).to.deep.equal(['shop/b'])
    expect(found(store, { fieldSelector: 'status.phase!=Running' })).to.deep.equal([])
    store.apply(pod(101, { name: 'a', node: 'n2' }), false)
    expect(found(store, { fieldSelector: 'spec.nodeName=n1' })).to.deep.equal(['zoo/a'])
  })

  it('leaves to the API server what it cannot select by', () =>
    expect(selectorFor(events, { fieldSelector: 'reason=Killing' })).to.equal(undefined))
})

describe('cached fields of an object', () => {
  it('keeps what projections read: no managed fields, no values of variables', () => {
    const entry = projection.entry({
      kind: 'Pod',
      metadata: {
        name: 'web',
        namespace: 'shop',
        resourceVersion: '5',
        managedFields: [{}],
        labels: JSON.parse('{"__proto__":"x"}') as object,
      },
      spec: { containers: [{ name: 'a', args: ['x'], env: [{ name: 'TOKEN', value: 'secret' }] }] },
    })
    expect(objectOf(entry)).to.deep.equal({
      metadata: {
        name: 'web',
        namespace: 'shop',
        resourceVersion: '5',
        labels: JSON.parse('{"__proto__":"x"}') as object,
      },
      spec: { containers: [{ name: 'a', env: [{ name: 'TOKEN' }] }] },
    })
    expect(Object.hasOwn(entry.labels, '__proto__')).to.equal(true)
  })

  it('keeps nothing of an object that does not match its kind', () => {
    const metadata = { name: 'web', resourceVersion: '5' }
    for (const wrong of [{ labels: ['a'] }, { labels: { a: 1 } }, { namespace: {} }])
      expect(() => projection.entry({ metadata: { ...metadata, ...wrong } })).to.throw('no store keeps')
  })
})

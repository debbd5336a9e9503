import { expect } from 'chai'
import { Failure } from '../status.ts'
import { mergePatch, strategicMerge } from './merge.ts'

describe('demo merge patch', () => {
  // The test vectors of RFC 7386, appendix A, except those that are not objects.
  for (const [target, patch, result] of [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ] as const) {
    it(`merges ${JSON.stringify(patch)} into ${JSON.stringify(target)}`, () => {
      expect(mergePatch(target, patch)).to.deep.equal(result)
    })
  }

  it('leaves its target alone', () => {
    const target = Object.freeze({ a: Object.freeze({ b: 1 }) })
    expect(mergePatch(target, { a: { b: 2 } })).to.deep.equal({ a: { b: 2 } })
  })
})

describe('demo strategic merge patch', () => {
  const containers = [
    { name: 'a', image: '1', ports: [{ containerPort: 80 }] },
    { name: 'b', image: '1' },
  ]
  const cases: [string, Record<string, unknown>, Record<string, unknown>, Record<string, unknown>][] = [
    [
      'finds an element by its key',
      { containers },
      { containers: [{ name: 'b', image: '2' }] },
      { containers: [containers[0], { name: 'b', image: '2' }] },
    ],
    [
      'adds what is not there',
      { containers },
      { containers: [{ name: 'c', image: '3' }] },
      { containers: [...containers, { name: 'c', image: '3' }] },
    ],
    [
      'deletes by directive',
      { containers },
      { containers: [{ name: 'a', $patch: 'delete' }] },
      { containers: [containers[1]] },
    ],
    [
      'replaces a list by directive',
      { containers },
      { containers: [{ $patch: 'replace' }, { name: 'z' }] },
      { containers: [{ name: 'z' }] },
    ],
    [
      'merges lists within lists',
      { containers },
      { containers: [{ name: 'a', ports: [{ containerPort: 81 }] }] },
      {
        containers: [
          { name: 'a', image: '1', ports: [{ containerPort: 80 }, { containerPort: 81 }] },
          containers[1],
        ],
      },
    ],
    ['replaces lists without a key', { command: ['a'] }, { command: ['b'] }, { command: ['b'] }],
    ['takes a member away by null', { a: { x: 1, y: 2 } }, { a: { x: null } }, { a: { y: 2 } }],
    ['replaces an object by directive', { a: { x: 1 } }, { a: { $patch: 'replace', y: 2 } }, { a: { y: 2 } }],
    ['keeps only retained keys', { a: { x: 1, y: 2 } }, { a: { $retainKeys: ['y'], y: 3 } }, { a: { y: 3 } }],
    ['unites finalizers', { finalizers: ['a'] }, { finalizers: ['b', 'a'] }, { finalizers: ['a', 'b'] }],
    [
      'takes finalizers away by directive',
      { finalizers: ['a', 'b'] },
      { '$deleteFromPrimitiveList/finalizers': ['a'] },
      { finalizers: ['b'] },
    ],
    [
      'orders elements by directive',
      { containers },
      { '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }] },
      { containers: [containers[1], containers[0]] },
    ],
  ]
  for (const [title, target, patch, result] of cases) {
    it(title, () => {
      expect(strategicMerge(target, patch)).to.deep.equal(result)
    })
  }

  it('refuses an element without its key', () => {
    expect(() => strategicMerge({ containers }, { containers: [{ image: '2' }] })).to.throw(
      Failure,
      'does not contain declared merge key: name',
    )
  })
})

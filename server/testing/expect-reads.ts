import { expect } from 'chai'
import type { Projection } from '../cluster/read/projection.ts'

/** Expects a view to read nothing of these objects but what it says it reads. */
export function expectReads<T extends object>(view: Projection<T, unknown>, objects: readonly T[]): void {
  const paths = view.reads ?? []
  const read = new Set<string>()
  for (const object of objects) {
    expect(view.project(recordReads(object, '', read), 0)).to.deep.equal(view.project(object, 0))
  }
  const untold = [...read].filter(
    (path) => !paths.some((one) => `${path}.`.startsWith(`${one}.`) || `${one}.`.startsWith(`${path}.`)),
  )
  expect(untold, 'read and not said').to.deep.equal([])
  // What is in all of something is read with it; else something is said that nobody reads.
  expect(
    paths.filter((one) => !read.has(one)),
    'said and not read',
  ).to.deep.equal([])
}

/** The same value, that notes the path of each member which is asked for; where it is in lists does not matter. */
function recordReads<T extends object>(value: T, path: string, read: Set<string>): T {
  const isList = Array.isArray(value)
  return new Proxy(value, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key)
      const at = isList || typeof key === 'symbol' ? path : `${path}${path === '' ? '' : '.'}${key}`
      read.add(at)
      if (typeof member === 'function') return member
      return typeof member === 'object' && member !== null ? recordReads(member, at, read) : member
    },
    // Whoever asks which members there are, depends on all of them.
    ownKeys(target) {
      if (!isList) read.add(`${path}.*`)
      return Reflect.ownKeys(target)
    },
  })
}

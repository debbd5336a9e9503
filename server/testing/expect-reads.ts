import { expect } from 'chai'
import type { Projection } from '../cluster/read/projection.ts'

/** Expects a projection to read only the fields of these objects that it declares in `reads`. */
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
  // A field counts as read if the projection reads an object that contains it. A declared path that is never
  // read is an error too.
  expect(
    paths.filter((one) => !read.has(one)),
    'said and not read',
  ).to.deep.equal([])
}

/**
 * Wraps a value in a Proxy that records the path of each member read. Array indexes are not part of a path.
 */
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
    // Enumerating the keys makes the projection depend on all members.
    ownKeys(target) {
      if (!isList) read.add(`${path}.*`)
      return Reflect.ownKeys(target)
    },
  })
}

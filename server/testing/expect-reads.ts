import { expect } from 'chai'
import type { Projection } from '../cluster/read/projection.ts'
import { recordedReads } from './recorded-reads.ts'

/** Expects a projection to read the fields of these objects that it declares in `reads`, and no others. */
export function expectReads<T extends object>(view: Projection<T, unknown>, objects: readonly T[]): void {
  const declared = view.reads ?? []
  const read = recordedReads(view, objects)
  const undeclared = [...read].filter(
    (path) => !declared.some((one) => `${path}.`.startsWith(`${one}.`) || `${one}.`.startsWith(`${path}.`)),
  )
  expect(undeclared, 'read, but not declared').to.deep.equal([])
  // A field counts as read if the projection reads an object that contains it. A declared path that is never
  // read is an error too.
  expect(
    declared.filter((one) => !read.has(one)),
    'declared, but not read',
  ).to.deep.equal([])
}

import { expect } from 'chai'
import { filterItems, sortItems, visibleRows } from './table-rows.ts'

describe('rows of a table in the console', () => {
  const items = [
    { name: 'web-10', namespace: 'b', status: 'Running' },
    { name: 'web-9', namespace: 'a', status: 'Pending' },
    { name: 'web-2', namespace: 'b', status: 'Running' },
  ]
  const names = (sorted: readonly object[]) => sorted.map((item) => (item as { name: string }).name)

  it('filters by the fields that are shown, in upper and lower case', () => {
    expect(names(filterItems(items, ['name', 'status'], ' rUnn '))).to.deep.equal(['web-10', 'web-2'])
    expect(filterItems(items, ['name'], 'running')).to.deep.equal([])
    expect(filterItems(items, ['name'], '')).to.equal(items)
  })

  it('sorts numbers in names by their value, in both directions', () => {
    expect(names(sortItems(items, 'name'))).to.deep.equal(['web-2', 'web-9', 'web-10'])
    expect(names(sortItems(items, '-name'))).to.deep.equal(['web-10', 'web-9', 'web-2'])
  })

  it('orders equal items by namespace and name', () => {
    expect(names(sortItems(items, '-status'))).to.deep.equal(['web-2', 'web-10', 'web-9'])
    expect(names(sortItems(items, ''))).to.deep.equal(['web-9', 'web-2', 'web-10'])
  })

  it('draws a few tens of 10,000 rows, wherever the table is scrolled', () => {
    expect(visibleRows(10_000, 32, 0, 640)).to.deep.equal({ first: 0, last: 30 })
    expect(visibleRows(10_000, 32, 32_000, 640)).to.deep.equal({ first: 990, last: 1030 })
    expect(visibleRows(10_000, 32, 319_360, 640)).to.deep.equal({ first: 9970, last: 10_000 })
  })

  it('draws no rows of a table that became shorter than its position', () => {
    expect(visibleRows(3, 32, 32_000, 640)).to.deep.equal({ first: 3, last: 3 })
  })
})

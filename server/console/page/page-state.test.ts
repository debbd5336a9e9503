import { expect } from 'chai'
import { formatPageState, formatTitle, moveTo, parsePageState } from './page-state.ts'

describe('the state of the console in its address', () => {
  it('survives the way into the address and back, with any characters', () => {
    const state = {
      ...parsePageState(''),
      view: 'list',
      kind: 'pods',
      q: 'a&b=c #<é>',
      sort: '-status',
    } as const
    const address = formatPageState(state)
    expect(parsePageState(address.slice(address.indexOf('?')))).to.deep.equal(state)
  })

  it('leaves empty parts and the overview out of the address', () => {
    expect(formatPageState(parsePageState('?view=overview&kind=&other=1'))).to.equal('/')
  })

  it('shows the overview for an unknown view', () => {
    expect(parsePageState('?view=__proto__').view).to.equal('overview')
  })

  it('keeps context and namespace when another view opens, and drops the filter', () => {
    const from = parsePageState('?view=list&context=prod&namespace=shop&q=cart&sort=name')
    expect(formatPageState(moveTo(from, { view: 'detail', kind: 'pods', name: 'a' }))).to.equal(
      '/?view=detail&context=prod&namespace=shop&kind=pods&name=a',
    )
  })

  it('names the object, the kind or the search in the title of the window', () => {
    const titles = [
      '',
      '?view=list&kind=pods',
      '?view=detail&kind=pods&name=web-1',
      '?view=search&q=redis',
    ].map((query) => formatTitle(parsePageState(query), query.includes('pods') ? 'Pod' : undefined))
    expect(titles).to.deep.equal([
      'Cluster Inspector',
      'Pod · Cluster Inspector',
      'web-1 · Cluster Inspector',
      'redis · Cluster Inspector',
    ])
  })
})

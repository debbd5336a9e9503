import { expect } from 'chai'
import { parsePageState } from './page-state.ts'
import { pinnedViews, pinPath } from './pins.ts'

describe('pinned views of the console', () => {
  it('names each view, and leaves out paths of other pages', () => {
    const paths = [
      '/',
      '/?namespace=shop',
      '/?view=list&kind=pods&namespace=shop&q=cart&labels=app%3Dweb',
      '/?view=detail&kind=pods&name=web-1&in=shop',
      '/?view=search&q=redis',
      '/?view=settings',
      '/deployments',
    ]
    const views = pinnedViews(paths, (path) => (path === 'pods' ? 'Pod' : undefined))
    expect(views.map(({ text }) => text)).to.deep.equal([
      'Overview',
      'Overview in shop',
      'Pod · app=web · cart in shop',
      'Pod web-1',
      'Search: redis',
      'Settings',
    ])
    expect(views[3]?.state).to.include({ view: 'detail', name: 'web-1', in: 'shop' })
  })

  it('pins a view as the API accepts it, and none whose path is too long', () => {
    const state = parsePageState('?view=detail&kind=pods&name=web-1&tab=logs&container=web')
    expect(pinPath(state)).to.equal('/?view=detail&kind=pods&name=web-1')
    expect(pinPath({ ...state, name: 'x'.repeat(200) })).to.equal(undefined)
  })
})

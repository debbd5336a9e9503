import { expect } from 'chai'
import type { RequestError } from './api.ts'
import { contextText, DEFAULT_SETTINGS, describeRefusal, startScope } from './personal-settings.ts'

const refusal = (status: number, hint?: string) => ({ status, message: 'no', hint }) as RequestError

describe('the settings of a person in the console', () => {
  const contexts = [
    { name: 'here', current: true },
    { name: 'there', current: false },
  ]
  const { preferences } = DEFAULT_SETTINGS

  it('says that a refused change stays in the page, and what would keep it', () => {
    for (const status of [501, 403])
      expect(describeRefusal(refusal(status, 'set stateFile'))).to.equal(
        'Settings are kept in this page only, until it is closed: no. To keep them: set stateFile.',
      )
    expect(describeRefusal(refusal(503))).to.equal('The last change of the settings was not saved: no.')
  })

  it('begins a visit in the scope of the settings, unless its address has a view', () => {
    const chosen = { ...preferences, selectedNamespace: 'shop' }
    expect(startScope('', chosen, contexts)).to.deep.equal({ context: '', namespace: 'shop' })
    const other = { ...chosen, selectedContext: 'there' }
    expect(startScope('', other, contexts)).to.deep.equal({ context: 'there', namespace: 'shop' })
    expect(startScope('?view=list&kind=pods', chosen, contexts)).to.equal(undefined)
    expect(startScope('', preferences, contexts)).to.equal(undefined)
    expect(startScope('', { ...chosen, selectedContext: 'gone' }, contexts)).to.equal(undefined)
  })

  it('names a context by its alias, and by both where two contexts have the same', () => {
    const aliases = { here: 'Shop', there: 'Shop', other: 'Other' }
    const texts = ['here', 'other', 'none'].map((name) => contextText(name, aliases))
    expect(texts).to.deep.equal(['Shop (here)', 'Other', 'none'])
  })
})

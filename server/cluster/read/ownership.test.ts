import { expect } from 'chai'
import { metadata } from '../../testing/metadata.ts'
import { controllerOf, isControlledBy } from './ownership.ts'

const owner = (uid: string, controller?: boolean | null) => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  name: 'web-1',
  uid,
  ...(controller === undefined ? {} : { controller }),
})

describe('ownership', () => {
  it('knows the owner that controls among those that do not', () => {
    const owned = metadata({ ownerReferences: [owner('a'), owner('b', false), owner('c', true)] })
    expect(controllerOf(owned)?.uid).to.equal('c')
    expect(isControlledBy(owned, 'c')).to.equal(true)
    expect(isControlledBy(owned, 'a')).to.equal(false)
  })

  it('takes a reference that names nothing for none', () => {
    const { name, ...nameless } = owner('a', true)
    for (const reference of [
      nameless,
      { ...nameless, name: null },
      { ...nameless, name: '' },
      { name, controller: true },
      null,
      'a',
    ])
      // An object as an API server may send it.
      expect(
        controllerOf({ name: 'web-1-x', ownerReferences: [reference] } as never),
        JSON.stringify(reference),
      ).to.equal(undefined)
    expect(controllerOf({ name: 'web-1-x', ownerReferences: { 0: owner('a', true) } } as never)).to.equal(
      undefined,
    )
  })

  for (const ownerReferences of [undefined, null, [], [owner('a'), owner('b', null)]])
    it(`finds none in ${JSON.stringify(ownerReferences)}`, () => {
      const owned = metadata(ownerReferences === undefined ? {} : { ownerReferences })
      expect(controllerOf(owned)).to.equal(undefined)
      expect(isControlledBy(owned, 'a')).to.equal(false)
    })
})

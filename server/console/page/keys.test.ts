import { expect } from 'chai'
import { KeySequence, keyTable } from './keys.ts'

const press = (sequence: KeySequence, key: string, change = {}) =>
  sequence.press({ key, ctrlKey: false, metaKey: false, altKey: false, isForField: false, ...change })

describe('the keys of the console', () => {
  it('finds every action by its keys', () => {
    for (const { action, keys } of keyTable) {
      const sequence = new KeySequence()
      expect(
        keys
          .split(' ')
          .map((key) => press(sequence, key))
          .at(-1),
        keys,
      ).to.equal(action)
    }
  })

  it('gives no two actions the same keys', () => {
    expect(new Set(keyTable.map(({ keys }) => keys)).size).to.equal(keyTable.length)
  })

  it('leaves keys to the browser and to fields', () => {
    for (const change of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isForField: true }])
      expect(press(new KeySequence(), '?', change), JSON.stringify(change)).to.equal(undefined)
  })

  it('forgets a first letter that no second one follows', () => {
    const sequence = new KeySequence()
    expect([press(sequence, 'g'), press(sequence, 'x'), press(sequence, 'p')]).to.deep.equal([
      undefined,
      undefined,
      'pin',
    ])
    expect([press(sequence, 'g'), press(sequence, 'p')]).to.deep.equal([undefined, 'pods'])
  })
})

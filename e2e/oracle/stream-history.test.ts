import { expect } from 'chai'
import { StreamHistory, type State, type HistoryEvent } from './stream-history.ts'

describe('the oracle on what a stream tells', () => {
  const state = (item: string, gone = false): State => ({ item, gone, told: false })
  const states = [state('one'), state('two'), state('three'), state('three', true), state('four')]
  const told = (type: HistoryEvent['type'], item: string): HistoryEvent => ({
    resource: 'pods',
    type,
    key: 'shop/a',
    item,
    id: item,
    snapshot: false,
  })
  /** Returns the errors of a client that received the first state and then these events. */
  function complaintsOf(...rest: HistoryEvent[]): string[] {
    const history = new StreamHistory()
    history.begin(['pods'])
    history.take(told('ADDED', 'one'))
    history.synced()
    for (const one of rest) history.take(one)
    history.check(() => states)
    return history.complaints
  }

  it('has nothing to say against all of it, or against states that were passed over', () => {
    const all = [
      told('MODIFIED', 'two'),
      told('MODIFIED', 'three'),
      told('DELETED', 'three'),
      told('ADDED', 'four'),
    ]
    expect(complaintsOf(...all)).to.deep.equal([])
    expect(complaintsOf(...all.slice(1))).to.deep.equal([])
  })

  const wrong: [what: string, told: HistoryEvent[], says: RegExp][] = [
    ['a change twice', [told('MODIFIED', 'two'), told('MODIFIED', 'two')], /state 1 after state 1/],
    [
      'an older state after a newer',
      [told('MODIFIED', 'three'), told('MODIFIED', 'two')],
      /state 1 after state 2/,
    ],
    ['a beginning twice', [told('ADDED', 'two')], /there already/],
    ['an end twice', [told('DELETED', 'three'), told('DELETED', 'three')], /not there/],
    ['a lost beginning', [told('DELETED', 'three'), told('MODIFIED', 'four')], /not there/],
    ['a state that never was', [told('MODIFIED', 'five')], /never was/],
  ]
  for (const [what, events, says] of wrong)
    it(`complains of ${what}`, () => {
      expect(complaintsOf(...events).join('\n')).to.match(says)
    })

  it('lets a snapshot tell again what is known, but nothing older', () => {
    const history = new StreamHistory()
    history.take(told('ADDED', 'two'))
    history.begin(['pods'])
    history.take(told('ADDED', 'two'))
    history.synced()
    history.check(() => states)
    expect(history.complaints).to.deep.equal([])
    history.begin(['pods'])
    history.take(told('ADDED', 'one'))
    history.synced()
    history.check(() => states)
    expect(history.complaints.join()).to.match(/state 0 after state 1/)
  })

  it('complains of a change that was told before the last comparison', () => {
    const history = new StreamHistory()
    history.take(told('ADDED', 'one'))
    history.check(() => states)
    history.forget()
    history.take(told('MODIFIED', 'one'))
    history.check(() => [{ ...state('one'), told: true }, state('two')])
    expect(history.complaints.join()).to.match(/state 0 after state 0/)
  })

  it('takes what a snapshot does not tell for gone', () => {
    const history = new StreamHistory()
    history.take(told('ADDED', 'one'))
    history.begin(['pods'])
    expect(history.fold.get('pods')?.size).to.equal(1)
    history.synced()
    expect(history.fold.get('pods')?.size).to.equal(0)
  })
})

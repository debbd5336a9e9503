import { expect } from 'chai'
import { framesOf, type ItemState, type ObjectChange } from './object-change.ts'

describe('change of an object, for a selector', () => {
  const selects = (labels: ItemState['labels']) => labels['app'] === 'web'
  const web = (item: string): ItemState => ({ item: `"${item}"`, labels: { app: 'web' } })
  const other = (item: string): ItemState => ({ item: `"${item}"`, labels: {} })
  const ids = { torn: () => 'torn', whole: () => 'whole' }
  const of = (...changes: ObjectChange[]) =>
    framesOf('pod', { version: '5', from: undefined, changes }, selects, ids).map((text) =>
      text
        .trim()
        .replaceAll(/^\w+: /gm, '')
        .replaceAll('\n', ' '),
    )
  const rows: [what: string, change: ObjectChange, seen: string[]][] = [
    ['one comes', { before: undefined, after: web('a') }, ['pod whole {"type":"ADDED","object":"a"}']],
    ['one changes', { before: web('a'), after: web('b') }, ['pod whole {"type":"MODIFIED","object":"b"}']],
    ['one goes', { before: web('a'), after: undefined }, ['pod whole {"type":"DELETED","object":"a"}']],
    ['one enters', { before: other('a'), after: web('b') }, ['pod whole {"type":"ADDED","object":"b"}']],
    ['one leaves', { before: web('a'), after: other('b') }, ['pod whole {"type":"DELETED","object":"a"}']],
    ['others change', { before: other('a'), after: other('b') }, []],
    ['another comes', { before: undefined, after: other('a') }, []],
    ['another goes', { before: other('a'), after: undefined }, []],
    ['no item shows it', { before: web('a'), after: web('a') }, []],
  ]
  for (const [what, change, seen] of rows)
    it(`sends ${seen.length === 0 ? 'nothing' : seen.join()}: ${what}`, () =>
      expect(of(change)).to.deep.equal(seen))

  it('allows resumption only after the last of several changes sent together', () =>
    expect(
      of(
        { before: undefined, after: web('a') },
        { before: web('b'), after: undefined },
        { before: other('c'), after: undefined },
      ).map((text) => text.split(' ')[1]),
    ).to.deep.equal(['torn', 'whole']))
})

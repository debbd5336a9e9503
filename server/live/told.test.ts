import { expect } from 'chai'
import { framesOf, type Seen, type Told } from './told.ts'

describe('what a change is to those who see what a selector selects', () => {
  const selects = (labels: Seen['labels']) => labels['app'] === 'web'
  const web = (item: string): Seen => ({ item: `"${item}"`, labels: { app: 'web' } })
  const other = (item: string): Seen => ({ item: `"${item}"`, labels: {} })
  const ids = { torn: () => 'torn', whole: () => 'whole' }
  const of = (...changes: Told[]) =>
    framesOf('pod', { version: '5', from: undefined, changes }, selects, ids).map((text) =>
      text
        .trim()
        .replaceAll(/^\w+: /gm, '')
        .replaceAll('\n', ' '),
    )
  const rows: [what: string, change: Told, seen: string[]][] = [
    ['one comes', { was: undefined, is: web('a') }, ['pod whole {"type":"ADDED","object":"a"}']],
    ['one changes', { was: web('a'), is: web('b') }, ['pod whole {"type":"MODIFIED","object":"b"}']],
    ['one goes', { was: web('a'), is: undefined }, ['pod whole {"type":"DELETED","object":"a"}']],
    ['one enters', { was: other('a'), is: web('b') }, ['pod whole {"type":"ADDED","object":"b"}']],
    ['one leaves', { was: web('a'), is: other('b') }, ['pod whole {"type":"DELETED","object":"a"}']],
    ['others change', { was: other('a'), is: other('b') }, []],
    ['another comes', { was: undefined, is: other('a') }, []],
    ['another goes', { was: other('a'), is: undefined }, []],
    ['no item shows it', { was: web('a'), is: web('a') }, []],
  ]
  for (const [what, change, seen] of rows)
    it(`${what}: ${seen.length === 0 ? 'nothing' : seen.join()}`, () =>
      expect(of(change)).to.deep.equal(seen))

  it('of several told together, only the last one shown is a place to go on from', () =>
    expect(
      of(
        { was: undefined, is: web('a') },
        { was: web('b'), is: undefined },
        { was: other('c'), is: undefined },
      ).map((text) => text.split(' ')[1]),
    ).to.deep.equal(['torn', 'whole']))
})

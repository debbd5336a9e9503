import { expect } from 'chai'
import { MalformedLineError } from './line-splitter.ts'
import { pageOf } from './list-watch.ts'

const metadata = '"metadata":{"resourceVersion":"7","continue":"on"}'
const kind = '"kind":"PodList"'
const items = '"items":[{"a":1}, {"b":2}]'
const read = (...members: string[]) => {
  const page = pageOf(Buffer.from(`{${members.join(',')}}\n`), 'Pod')
  return { ...page, items: [...page.items].map(String) }
}

describe('a page of a list', () => {
  it('says the same in whatever order API servers write its members', () => {
    const expected = { items: ['{"a":1}', '{"b":2}'], version: '7', next: 'on' }
    for (const members of [
      [kind, '"apiVersion":"v1"', metadata, items],
      ['"apiVersion":"v1"', items, kind, metadata],
      [metadata, items, kind],
    ])
      expect(read(...members), members.join(',')).to.deep.equal(expected)
    expect(read(kind, metadata, '"items":null').items).to.deep.equal([])
  })

  it('passes a page whose items come last to the reader, which detects an incomplete list', () => {
    for (const [rest, before] of [
      ['[{"a":1},{"b":', ['{"a":1}']],
      ['[{"a":1}', ['{"a":1}']],
      ['[{"a":1}]', ['{"a":1}']],
      ['[{"a":1}]}}', ['{"a":1}']],
      ['[{"a":1}],"more":}', ['{"a":1}']],
      ['[] ', []],
    ] as const) {
      const found: string[] = []
      const page = pageOf(Buffer.from(`{${kind},${metadata},"items":${rest}`), 'Pod')
      expect(page.version).to.equal('7')
      expect(() => {
        for (const item of page.items) found.push(String(item))
      }, rest).to.throw(MalformedLineError)
      expect(found, rest).to.deep.equal(before)
    }
    expect(read(kind, metadata, items, '"more":[1]').items).to.have.length(2)
  })

  it('has an empty version where it says none', () => {
    const metadataOf = (said: string) => `"metadata":{${said}}`
    for (const members of [
      [kind, items],
      [kind, metadataOf(''), items],
      [kind, metadataOf('"resourceVersion":7'), items],
    ])
      expect(read(...members).version, members.join(',')).to.equal('')
  })

  it('rejects a page without its kind or its items', () => {
    for (const [members, message] of [
      [['"kind":"NodeList"', metadata, items], 'the response is not a PodList'],
      [[metadata, items], 'the response is not a PodList'],
      [[kind, metadata], 'the response is not a PodList'],
    ] as const)
      expect(() => read(...members), members.join(',')).to.throw(message)
  })
})

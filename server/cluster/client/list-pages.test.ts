import { expect } from 'chai'
import { listPages } from './list-pages.ts'

describe('listPages', () => {
  const numbers = (next: Record<string, string>) => {
    const fetched: string[] = []
    const pages = listPages(async (after) => {
      fetched.push(after)
      return { next: next[after] ?? '' }
    })
    return { fetched, pages }
  }

  it('fetches each page with the token of the page before, until there is none', async () => {
    const { fetched, pages } = numbers({ '': 'a', a: 'b' })
    const read: string[] = []
    for await (const { next } of pages) read.push(next)
    expect([fetched, read]).to.deep.equal([
      ['', 'a', 'b'],
      ['a', 'b', ''],
    ])
  })

  it('fetches no further page for a reader that stops', async () => {
    const { fetched, pages } = numbers({ '': 'a', a: 'b' })
    for await (const { next } of pages) if (next === 'a') break
    expect(fetched).to.deep.equal([''])
  })
})

import { expect } from 'chai'
import { EndlessListError, listPages } from './list-pages.ts'

describe('listPages', () => {
  const numbers = (next: Record<string, string>) => {
    const fetched: string[] = []
    const pages = listPages(async (after) => {
      fetched.push(after)
      return { next: next[after] ?? '' }
    })
    return { fetched, pages }
  }

  const failureOf = async (pages: AsyncIterable<unknown>): Promise<unknown> => {
    try {
      for await (const _ of pages);
    } catch (error) {
      return error
    }
    return undefined
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

  it('rejects a continue token that leads to the page it came with', async () => {
    const { fetched, pages } = numbers({ '': 'a', a: 'a' })
    expect(await failureOf(pages)).to.be.instanceOf(EndlessListError)
    expect(fetched).to.deep.equal(['', 'a'])
  })

  it('rejects a list of ever more pages', async () => {
    let pages = 0
    const endless = listPages(async () => ({ next: String(pages++) }))
    expect(await failureOf(endless)).to.be.instanceOf(EndlessListError)
    expect(pages).to.equal(10_000)
  })

  it('fetches no further page for a reader that stops', async () => {
    const { fetched, pages } = numbers({ '': 'a', a: 'b' })
    for await (const { next } of pages) if (next === 'a') break
    expect(fetched).to.deep.equal([''])
  })
})

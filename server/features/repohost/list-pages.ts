import { createHash } from 'node:crypto'
import { InvalidRequestError } from '../../core/errors.ts'
import type { Page } from './host/repository-host.ts'

/** Items of the host that one request looks at; what comes after needs `continue`. */
export const MAX_ITEMS = 1000
/** Pages of the host that one request asks for, however few items they have. */
const MAX_PAGES = 40

/** A place in a list of the host: a page, and items of it that were sent already. */
interface Place {
  readonly page: number
  readonly skip: number
}

/** Options of a list. */
export interface ListRequest {
  readonly limit?: number | undefined
  readonly continue?: string | undefined
}

export interface ListedItems<T> {
  readonly items: readonly T[]
  readonly continue?: string
}

/**
 * Reads pages of the host until there are enough items. `subject` is everything that a `continue` token has to be about.
 * Throws InvalidRequestError for one of another list.
 */
export async function listPages<T>(
  request: ListRequest,
  subject: readonly string[],
  load: (page: number) => Promise<Page<T>>,
  accepts: (item: T) => boolean = () => true,
): Promise<ListedItems<T>> {
  const digest = createHash('sha256').update(JSON.stringify(subject)).digest('base64url').slice(0, 12)
  const limit = Math.min(request.limit ?? MAX_ITEMS, MAX_ITEMS)
  let place = request.continue === undefined ? { page: 1, skip: 0 } : parseToken(request.continue, digest)
  const items: T[] = []
  const end = (next: Place): ListedItems<T> => ({ items, continue: tokenOf(next, digest) })
  for (let pages = 0, looked = 0; ;) {
    const { page, skip } = place
    const { items: found, more, next = page + 1 } = await load(page)
    pages++
    for (const [index, item] of found.entries()) {
      if (index < skip) continue
      if (items.length === limit) return end({ page, skip: index })
      looked++
      if (accepts(item)) items.push(item)
    }
    if (!more) return { items }
    place = { page: next, skip: 0 }
    if (items.length === limit || looked >= MAX_ITEMS || pages >= MAX_PAGES) return end(place)
  }
}

function tokenOf({ page, skip }: Place, digest: string): string {
  return Buffer.from(JSON.stringify([page, skip, digest])).toString('base64url')
}

function parseToken(token: string, digest: string): Place {
  const text = Buffer.from(token, 'base64url').toString()
  const [, page, skip, subject] = /^\[(\d{1,6}),(\d{1,3}),"([\w-]{12})"\]$/.exec(text) ?? []
  if (page === undefined || skip === undefined || subject !== digest || Number(page) < 1)
    throw new InvalidRequestError([
      { in: 'query', name: 'continue', message: 'is not a token of this list: start again without it' },
    ])
  return { page: Number(page), skip: Number(skip) }
}

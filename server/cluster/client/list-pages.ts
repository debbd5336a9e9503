import { ClusterError } from '../../core/errors.ts'

/** More pages than any cluster has: 5 million objects at 500 a page. */
const MAX_PAGES = 10_000

/** A list does not end: its continue tokens lead back to the same page, or to ever more. */
export class EndlessListError extends ClusterError {
  constructor(details: string) {
    super('the list of the cluster does not end', details)
  }
}

/**
 * Yields the pages of a list until one has no continue token. `fetch` gets the token of the page before, '' for the
 * first page. Throws EndlessListError for a list without end. The only loop over the pages of an API server (client-go: tools/pager).
 */
export async function* listPages<P extends { readonly next: string }>(
  fetch: (after: string) => Promise<P>,
): AsyncGenerator<P, void> {
  let after = ''
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await fetch(after)
    if (page.next !== '' && page.next === after)
      throw new EndlessListError('a continue token leads to the page that it came with')
    yield page
    after = page.next
    if (after === '') return
  }
  throw new EndlessListError(`more than ${MAX_PAGES} pages`)
}

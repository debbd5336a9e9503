/**
 * Yields the pages of a list until one has no continue token. `fetch` gets the token of the page before, '' for the
 * first page. The only loop over the pages of an API server (client-go: tools/pager).
 */
export async function* listPages<P extends { readonly next: string }>(
  fetch: (after: string) => Promise<P>,
): AsyncGenerator<P, void> {
  let after = ''
  do {
    const page = await fetch(after)
    yield page
    after = page.next
  } while (after !== '')
}

import { badRequest, expired, tooLargeResourceVersion } from '../status.ts'
import { type Store, keyOf } from '../store.ts'
import type { Answer, ResourceCall } from './request.ts'
import { type Continuation, decodeContinue, encodeContinue } from './continue.ts'
import { type ListOptions, selects, versionOf } from './options.ts'
import type { Representation } from './content-negotiation.ts'
import type { Revision } from '../change.ts'

const tooOldForContinue =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without ' +
  'the continue parameter, or use the continue token in this response to retrieve the remainder of the results. ' +
  'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or ' +
  'deleted between the time the first chunk was returned and now may show up in the list.'

interface View {
  version: number
  rows: readonly Revision[]
}

/** Returns a list: complete, or a page at one resourceVersion (KEP-365, KEP-2340). */
export function list(
  store: Store,
  call: ResourceCall,
  options: ListOptions,
  representation: Representation,
): Answer {
  const { kind, namespace } = call
  const from = options.continue === '' ? undefined : decodeContinue(options.continue)
  const { version, rows } = viewOf(store, call, options, from)
  const prefix = namespace === '' ? '' : `${namespace}/`
  const relative = (revision: Revision): string => {
    const { metadata } = revision.object
    return keyOf(metadata.namespace, metadata.name).slice(prefix.length)
  }
  const rest = from === undefined ? rows : rows.filter((row) => relative(row) >= from.start)
  const items: string[] = []
  let last: Revision | undefined
  let position = 0
  for (; position < rest.length; position += 1) {
    if (options.limit > 0 && items.length === options.limit) break
    const row = rest[position]
    if (row === undefined || !selects(options, kind, row)) continue
    items.push(representation.item(row))
    last = row
  }
  const metadata: Record<string, unknown> = { resourceVersion: String(version) }
  if (position < rest.length && last !== undefined) {
    metadata['continue'] = encodeContinue({ version, start: `/${relative(last)}\0` })
    // The count includes objects that do not match, so it is set only without selectors.
    if (options.labels.length === 0 && options.fields.length === 0) {
      metadata['remainingItemCount'] = rest.length - items.length
    }
  }
  const head = JSON.stringify({ ...representation.listHead, metadata })
  return { code: 200, body: `${head.slice(0, -1)},"items":[${items.join(',')}]}\n` }
}

function viewOf(
  store: Store,
  { kind, namespace }: ResourceCall,
  options: ListOptions,
  from: Continuation | undefined,
): View {
  if (from !== undefined && options.resourceVersion !== '' && options.resourceVersion !== '0') {
    throw badRequest('specifying resource version is not allowed when using continue')
  }
  const wanted = from?.version ?? versionOf(options.resourceVersion, false)
  if (wanted > store.version) throw tooLargeResourceVersion(String(wanted), store.version)
  const exact = from !== undefined || options.match === 'Exact' || (options.match === '' && options.limit > 0)
  if (!exact || wanted <= 0 || wanted === store.version) {
    return { version: store.version, rows: store.list(kind, namespace) }
  }
  const snapshot = store.snapshot(kind, wanted)
  if (snapshot === undefined) {
    if (from === undefined) throw expired('The resourceVersion for the provided list is too old.')
    throw expired(tooOldForContinue, encodeContinue({ version: -1, start: from.start }))
  }
  const prefix = namespace === '' ? '' : `${namespace}/`
  return {
    version: wanted,
    rows: snapshot.filter(([key]) => key.startsWith(prefix)).map(([, revision]) => revision),
  }
}

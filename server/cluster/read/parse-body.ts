import { FieldFilter } from '../cache/json-field-filter.ts'
import { afterSpace } from '../cache/json-scanner.ts'
import { MalformedLineError } from '../cache/line-splitter.ts'
import type { ApiCall } from '../client/api-call.ts'
import type { ParseBody } from '../client/transport.ts'

type ReadCall = Pick<ApiCall, 'verb' | 'kind'>

/**
 * Returns how the response of a read is parsed, and a name that differs where the results do; undefined: as JSON. Texts of which
 * a kind holds only the sizes are cut from the bytes, so that they never become values of this process.
 */
export function parserOf(call: ReadCall): { readonly name: string; readonly parse: ParseBody } | undefined {
  const filter = sizesFilter(call)
  const { exactNumbers: isExact = false } = call.kind
  if (filter === undefined && !isExact) return undefined
  const parse: ParseBody = (bytes) => {
    const json = filter === undefined ? bytes : filtered(filter, bytes)
    return JSON.parse(json.toString('utf8'), isExact ? exact : undefined) as unknown
  }
  return { name: `${filter === undefined ? 'whole' : 'sizes'} ${isExact ? 'exact' : ''}`, parse }
}

function sizesFilter({ verb, kind }: ReadCall): FieldFilter | undefined {
  const { sizes, unread = [], exactNumbers: isWhole = false } = kind
  if (sizes === undefined || (verb !== 'get' && verb !== 'list')) return undefined
  if (verb === 'get' && !sizes.inDetails) return undefined
  const place = (path: string) => (verb === 'list' ? `items.${path}` : path)
  const placed = Object.entries(sizes.fields).map(([path, encoding]) => [place(path), encoding])
  return new FieldFilter({
    keepCommon: isWhole,
    // A detail shows fields that lists do not need.
    drop: verb === 'list' ? unread.map(place) : [],
    sizes: Object.fromEntries(placed),
  })
}

function filtered(filter: FieldFilter, bytes: Buffer): Buffer {
  try {
    return filter.filter(bytes, afterSpace(bytes, 0)).json
  } catch (error) {
    if (error instanceof MalformedLineError) throw new SyntaxError(error.message, { cause: error })
    throw error
  }
}

/** Reviver of JSON.parse: whole numbers beyond 2^53 become BigInt. */
function exact(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const isLossy = typeof value === 'number' && !Number.isSafeInteger(value)
  const source = context?.source ?? ''
  return isLossy && /^-?\d+$/.test(source) ? BigInt(source) : value
}

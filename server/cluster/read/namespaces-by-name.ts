import { NotFoundError } from '../../core/errors.ts'
import { matches, parseLabelSelector } from '../../core/formats/label-selector.ts'
import { objectIn } from '../../core/json.ts'
import type { RawList } from './direct-list.ts'

/** The part of a list of Namespaces that one page shows. */
interface NamespacePage {
  /** Empty: all. */
  readonly labelSelector: string
  readonly limit: number
  /** Name of the last Namespace of the page before; empty for the first page. */
  readonly after: string
}

/**
 * Returns a page of the Namespaces of these names, in their order, as the API server would list them. Names of which
 * `get` finds no Namespace are left out. Throws the error of any other `get` that fails.
 */
export async function listNamespacesByName<T>(
  names: readonly string[],
  { labelSelector, limit, after }: NamespacePage,
  get: (name: string) => Promise<unknown>,
): Promise<RawList<T>> {
  const requirements = parseLabelSelector(labelSelector)
  const found = await Promise.all(
    names.filter((name) => name > after).map(async (name) => ({ name, object: await orNone(get(name)) })),
  )
  const selected = found.filter(
    ({ object }) => object !== undefined && matches(requirements, labelsOf(object)),
  )
  const page = selected.slice(0, limit)
  const remaining = selected.length - page.length
  return {
    // The kind of the list decides the type, as for the items that an API server lists.
    items: page.map(({ object }) => object as T),
    metadata: remaining === 0 ? {} : { continue: page.at(-1)?.name, remainingItemCount: remaining },
  }
}

async function orNone(reading: Promise<unknown>): Promise<unknown> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof NotFoundError) return undefined
    throw error
  }
}

function labelsOf(object: unknown): Readonly<Record<string, string>> {
  const labels = Object.entries(objectIn(objectIn(object, 'metadata'), 'labels'))
  return Object.fromEntries(labels.filter((label): label is [string, string] => typeof label[1] === 'string'))
}

import { inNamespace } from '../../cluster/client/api-call.ts'
import type { Kind } from '../../cluster/kind.ts'
import { MemoizedView } from '../../cluster/read/memoized-view.ts'
import { isObject } from '../../core/json.ts'
import type { KubernetesObject } from '../../kinds/define-kind.ts'
import type { RegisteredKind } from '../../kinds/register.ts'
import { checked } from '../../kinds/shared/checked.ts'
import { searchedKinds, searchEntry, type SearchEntry } from './schema.ts'
import { joinTexts, searchedTexts } from './search-text.ts'

/** A kind that is searched, and the view that a search has of its objects. */
export interface SearchView {
  readonly kind: Kind<unknown>
  /** Path segment, and name in `kinds=`. */
  readonly path: string
  readonly view: MemoizedView<unknown, SearchEntry>
}

/** The views of every kind that is searched, in the order of the register. */
export const searchViews: readonly SearchView[] = searchedKinds.map((kind) => ({
  kind,
  path: kind.path,
  view: new MemoizedView(checked(kind.kind, searchEntry, (object: unknown) => entryOf(kind, object))),
}))

/** Returns an object as a search sees it. The keys of annotations are searched only if caches hold them. */
export function entryOf(kind: RegisteredKind, object: unknown): SearchEntry {
  const { cache, search } = kind.declaration
  // Each object of the API has metadata with a name; lists leave out what has none.
  const { metadata } = object as KubernetesObject
  const { name, namespace, labels } = metadata
  const hasAnnotations = cache?.drop?.includes('metadata.annotations') !== true
  const text = joinTexts(
    searchedTexts(
      { name, labels, annotations: hasAnnotations ? metadata.annotations : undefined },
      search?.(object) ?? {},
    ),
  )
  const lowerText = text.toLowerCase()
  const status = statusOf(kind.summary.project(object, 0))
  return {
    name,
    ...inNamespace(namespace),
    ...(status === undefined ? {} : { status }),
    // The lower case of a few letters has another length: then places in one are not places in the other.
    text: text.length === lowerText.length ? text : lowerText,
    lowerText,
  }
}

/** Returns the status of a list item. No status depends on the time. */
function statusOf(item: unknown): string | undefined {
  const status = isObject(item) ? item['status'] : undefined
  return typeof status === 'string' ? status : undefined
}

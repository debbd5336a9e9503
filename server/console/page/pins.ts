import { formatPageState, parsePageState, VIEW_NAMES, type PageState } from './page-state.ts'

/** Characters of a pinned path. */
const MAX_PATH = 200

/** Returns the path of a view as it is pinned; undefined: it is too long. */
export function pinPath(state: PageState): string | undefined {
  const path = formatPageState({ ...state, tab: '', container: '', previous: '' })
  return path.length <= MAX_PATH ? path : undefined
}

/** A pinned view. */
export interface PinnedView {
  readonly path: string
  readonly state: PageState
  readonly text: string
}

/** Returns the views of pinned paths, with the name of a kind by its path segment. Paths of other pages than this one are left out. */
export function pinnedViews(
  paths: readonly string[],
  kindName: (path: string) => string | undefined,
): readonly PinnedView[] {
  return paths
    .filter((path) => path === '/' || path.startsWith('/?'))
    .map((path) => {
      const state = parsePageState(path.slice(1))
      return { path, state, text: textOf(state, kindName(state.kind)) }
    })
}

function textOf(state: PageState, kindName: string | undefined): string {
  const { view, name, q, labels, namespace } = state
  const kind = kindName ?? state.kind
  const inside = namespace === '' ? '' : ` in ${namespace}`
  if (view === 'detail') return `${kind} ${name}`
  if (view === 'search') return `Search: ${q}${inside}`
  if (view === 'list') return [kind, labels, q].filter((part) => part !== '').join(' · ') + inside
  return `${VIEW_NAMES[view] ?? 'Overview'}${inside}`
}

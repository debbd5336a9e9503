const VIEWS = ['overview', 'list', 'detail', 'search', 'basket', 'notifications', 'settings'] as const

/** The state of the page, kept in the query of its address: a link shows what its sender saw. */
export interface PageState {
  readonly view: (typeof VIEWS)[number]
  /** Default: the current context of the service. */
  readonly context: string
  /** Namespace filter; empty: all. */
  readonly namespace: string
  /** Path segment of the kind, of a list or a detail. */
  readonly kind: string
  /** Name of the object of a detail. */
  readonly name: string
  /** Namespace of the object of a detail. */
  readonly in: string
  /** Part of the detail; empty: the summary. */
  readonly tab: string
  /** Container of the log. */
  readonly container: string
  /** `yes`: the log of the container's instance before this one. */
  readonly previous: string
  /** Text of the filter or the search. */
  readonly q: string
  /** Label selector of a list. */
  readonly labels: string
  /** Column that a list is sorted by, with `-` before it for descending. */
  readonly sort: string
}

const EMPTY: PageState = {
  view: 'overview',
  context: '',
  namespace: '',
  kind: '',
  name: '',
  in: '',
  tab: '',
  container: '',
  previous: '',
  q: '',
  labels: '',
  sort: '',
}

/** Parses the query of an address; unknown keys are ignored, and an unknown view is the overview. */
export function parsePageState(query: string): PageState {
  const values = new URLSearchParams(query)
  const texts = Object.fromEntries(Object.keys(EMPTY).map((key) => [key, values.get(key) ?? '']))
  const view = VIEWS.find((one) => one === texts['view']) ?? 'overview'
  return { ...EMPTY, ...texts, view }
}

/** Returns the address of a state; empty parts are left out. */
export function formatPageState(state: PageState): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(state))
    if (value !== '' && value !== 'overview') query.set(key, value)
  const text = query.toString()
  return text === '' ? '/' : `/?${text}`
}

/** Returns the state of another view in the same context and namespace. */
export function moveTo(state: PageState, target: Partial<PageState>): PageState {
  return { ...EMPTY, context: state.context, namespace: state.namespace, ...target }
}

/** Names of the views that are about no object. */
export const VIEW_NAMES: Readonly<Partial<Record<PageState['view'], string>>> = {
  basket: 'Basket',
  notifications: 'Notifications',
  settings: 'Settings',
}

/** Returns the title of the window: the object, the kind or the search, so that tabs and bookmarks can be told apart. */
export function formatTitle({ view, kind, name, q }: PageState, kindName: string | undefined): string {
  const subjects: typeof VIEW_NAMES = { ...VIEW_NAMES, list: kindName ?? kind, detail: name, search: q }
  const subject = subjects[view] ?? ''
  return subject === '' ? 'Cluster Inspector' : `${subject} · Cluster Inspector`
}

import { useEffect, useState } from 'preact/hooks'
import { request } from './api.ts'
import { listedKinds } from './register.ts'
import { Link, Problem } from './parts.tsx'
import { applyTheme, readTheme, themes, type Theme } from './theme.ts'
import { NavigationContext, useCreateNavigation, useNavigation } from './use-page-state.ts'
import { useResource } from './use-resource.ts'
import { DetailView } from './views/detail.tsx'
import { ListView } from './views/list.tsx'
import { OverviewView } from './views/overview.tsx'
import { SearchView } from './views/search.tsx'

/** The page: its header, the list of kinds and the current view. */
export function App() {
  const navigation = useCreateNavigation()
  return (
    <NavigationContext.Provider value={navigation}>
      <a class="skip" href="#view">
        Skip to the content
      </a>
      <Header />
      <div class="columns">
        <KindList />
        <main id="view" tabIndex={-1}>
          <CurrentView />
        </main>
      </div>
    </NavigationContext.Provider>
  )
}

function CurrentView() {
  const { state } = useNavigation()
  const scope = `${state.context}/${state.namespace}`
  if (state.view === 'list') return <ListView key={`${scope}/${state.kind}/${state.labels}`} />
  if (state.view === 'detail') return <DetailView key={`${scope}/${state.kind}/${state.in}/${state.name}`} />
  if (state.view === 'search') return <SearchView key={scope} />
  return <OverviewView key={scope} />
}

function Header() {
  const { state, open, adjust } = useNavigation()
  const contexts = useResource((signal) => request('listContexts', {}, signal), [])
  const { context } = state
  const namespaces = useResource((signal) => request('listNamespaces', { context }, signal), [context])
  const names = (namespaces.data?.namespaces ?? []).map(({ name }) => name)
  const current = contexts.data?.contexts.find((one) => one.current)?.name ?? ''
  return (
    <header>
      <h1>
        <Link to={{ view: 'overview' }}>Cluster Inspector</Link>
      </h1>
      <Picker
        label="Context"
        value={context === '' ? current : context}
        options={(contexts.data?.contexts ?? []).map(({ name }) => name)}
        onPick={(name) => adjust({ context: name === current ? '' : name, namespace: '', view: 'overview' })}
      />
      <Picker
        label="Namespace"
        value={state.namespace}
        all="All namespaces"
        options={
          names.includes(state.namespace) || state.namespace === '' ? names : [state.namespace, ...names]
        }
        onPick={(namespace) => adjust({ namespace })}
      />
      <SearchField
        start={state.view === 'search' ? state.q : ''}
        onSearch={(q) => open({ view: 'search', q })}
      />
      <ThemePicker />
      <a href="/docs">API</a>
      {contexts.error !== undefined && <Problem error={contexts.error} />}
    </header>
  )
}

function Picker(options: {
  readonly label: string
  readonly value: string
  readonly all?: string
  readonly options: readonly string[]
  readonly onPick: (value: string) => void
}) {
  return (
    <label class="field">
      <span>{options.label}</span>
      <select value={options.value} onChange={({ currentTarget }) => options.onPick(currentTarget.value)}>
        {options.all !== undefined && <option value="">{options.all}</option>}
        {options.options.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function SearchField({
  start,
  onSearch,
}: {
  readonly start: string
  readonly onSearch: (q: string) => void
}) {
  const [text, setText] = useState(start)
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.target instanceof HTMLInputElement) return
      event.preventDefault()
      document.getElementById('search')?.focus()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])
  const submit = (event: Event) => {
    event.preventDefault()
    if (text.trim() !== '') onSearch(text.trim())
  }
  return (
    <form class="field" role="search" onSubmit={submit}>
      <label for="search">Search</label>
      <input
        id="search"
        type="search"
        maxLength={256}
        placeholder="Press /"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
    </form>
  )
}

function ThemePicker() {
  const [theme, setTheme] = useState<Theme>(readTheme)
  const pick = (value: string) => {
    const picked = themes.find((one) => one === value) ?? 'system'
    applyTheme(picked)
    setTheme(picked)
  }
  return <Picker label="Theme" value={theme} options={themes} onPick={pick} />
}

function KindList() {
  const { state } = useNavigation()
  return (
    <nav aria-label="Kinds">
      <ul>
        {listedKinds.map(({ kind, path }) => (
          <li key={path} class={state.kind === path ? 'current' : ''}>
            <Link to={{ view: 'list', kind: path }}>{kind}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

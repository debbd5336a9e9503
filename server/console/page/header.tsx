import { useState } from 'preact/hooks'
import { request, type Body, type RequestError } from './api.ts'
import { Link, Picker, Problem } from './parts.tsx'
import { contextText } from './personal-settings.ts'
import { pinPath } from './pins.ts'
import type { Resource } from './resource.ts'
import { signOut } from './sign-in.ts'
import { parseTheme, themes } from './theme.ts'
import { focusOn, useKey } from './use-keys.ts'
import { useNavigation } from './use-page-state.ts'
import { useResource } from './use-resource.ts'
import { useSettings } from './use-settings.ts'

/** The bar at the top: scope, search, theme and caller. */
export function Header(options: {
  readonly account: Body<'getAbout'> | undefined
  readonly contexts: Resource<Body<'listContexts'>>
  readonly onHelp: () => void
}) {
  const { state, open } = useNavigation()
  return (
    <header>
      <h1>
        <Link to={{ view: 'overview' }}>Cluster Inspector</Link>
      </h1>
      <ScopePickers contexts={options.contexts} />
      <SearchField
        key={state.view === 'search' ? state.q : ''}
        start={state.view === 'search' ? state.q : ''}
        onSearch={(q) => open({ view: 'search', q })}
      />
      <ThemePicker />
      <span class="links">
        <PinButton />
        <button type="button" class="plain-button" onClick={options.onHelp}>
          Keys
        </button>
        <a href="/docs">API</a>
        {options.account !== undefined && <Account account={options.account} />}
      </span>
    </header>
  )
}

function ScopePickers({ contexts }: { readonly contexts: Resource<Body<'listContexts'>> }) {
  const { state, adjust } = useNavigation()
  const { aliases, change } = useSettings()
  const { context, namespace } = state
  const namespaces = useResource((signal) => request('listNamespaces', { context }, signal), [context])
  const contextNames = (contexts.data?.contexts ?? []).map(({ name }) => name)
  const names = (namespaces.data?.namespaces ?? []).map(({ name }) => name)
  const current = contexts.data?.contexts.find((one) => one.current)?.name ?? ''
  const picked = names.includes(namespace) || namespace === '' ? names : [namespace, ...names]
  const isDefault = context === '' || context === current
  const pickContext = (name: string) => {
    adjust({ context: name === current ? '' : name, namespace: '', view: 'overview' })
    change({ selectedContext: name === current ? null : name, selectedNamespace: '' })
  }
  const pickNamespace = (name: string) => {
    adjust({ namespace: name })
    change({ selectedContext: isDefault ? null : context, selectedNamespace: name })
  }
  useKey('context', () => focusOn('#context'))
  useKey('namespace', () => focusOn('#namespace'))
  return (
    <>
      <Picker
        id="context"
        label="Context"
        value={context === '' ? current : context}
        options={contextNames.map((name) => [name, contextText(name, aliases)] as const)}
        onPick={pickContext}
      />
      <Picker
        id="namespace"
        label="Namespace"
        value={namespace}
        options={[['', 'All namespaces'], ...picked]}
        onPick={pickNamespace}
      />
      {contexts.error !== undefined && <Problem error={contexts.error} />}
    </>
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
  useKey('search', () => focusOn('#search'))
  const submit = (event: Event) => {
    event.preventDefault()
    if (text.trim() !== '') onSearch(text.trim())
  }
  return (
    <form class="field search" role="search" onSubmit={submit}>
      <label for="search">Search</label>
      <input
        id="search"
        type="search"
        maxLength={256}
        placeholder="Name, label, image or IP address ( / )"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
    </form>
  )
}

function ThemePicker() {
  const { preferences, change } = useSettings()
  const theme = preferences.themeMode
  const pick = (value: string | undefined) => change({ themeMode: parseTheme(value) })
  useKey('theme', () => pick(themes[(themes.indexOf(theme) + 1) % themes.length]))
  return <Picker id="theme" label="Theme" value={theme} options={themes} onPick={pick} />
}

/** Pins the current view to the navigation, or unpins it. */
function PinButton() {
  const { state } = useNavigation()
  const { pins, pin } = useSettings()
  const path = pinPath(state)
  const isPinned = path !== undefined && pins.includes(path)
  const toggle = () => {
    if (path !== undefined) pin(path, !isPinned)
  }
  useKey('pin', toggle)
  return (
    <button type="button" class="plain-button" disabled={path === undefined} onClick={toggle}>
      {isPinned ? 'Unpin' : 'Pin'}
    </button>
  )
}

/** The caller; a person who has signed in can sign out. */
function Account({ account }: { readonly account: Body<'getAbout'> }) {
  const [problem, setProblem] = useState<RequestError>()
  const { name, via } = account.caller
  if (via !== 'oidc' && via !== 'github') return null
  return (
    <>
      <span class="caller" title={`Signed in by ${via}`}>
        <bdi>{name}</bdi>
      </span>
      <button type="button" class="plain-button" onClick={() => void signOut('/').catch(setProblem)}>
        Sign out
      </button>
      {problem !== undefined && <Problem error={problem} />}
    </>
  )
}

import { useEffect, useState } from 'preact/hooks'
import { after } from './after.ts'
import { request, type Body } from './api.ts'
import { Header } from './header.tsx'
import { KindList } from './kind-list.tsx'
import { formatTitle } from './page-state.ts'
import { DEFAULT_SETTINGS, startScope } from './personal-settings.ts'
import { findKind } from './register.ts'
import { applyTheme } from './theme.ts'
import { useAccount } from './use-account.ts'
import { useKey, useKeyboard } from './use-keys.ts'
import { NavigationContext, useCreateNavigation, useNavigation } from './use-page-state.ts'
import { useResource } from './use-resource.ts'
import { SettingsContext, useCreateSettings, useSettings } from './use-settings.ts'
import { BasketView } from './views/basket.tsx'
import { DetailView } from './views/detail.tsx'
import { KeyHelp } from './views/key-help.tsx'
import { ListView } from './views/list.tsx'
import { NotificationsView } from './views/notifications.tsx'
import { OverviewView } from './views/overview.tsx'
import { SearchView } from './views/search.tsx'
import { SettingsView } from './views/settings.tsx'
import { SignInView } from './views/sign-in.tsx'

/** Longest time that the page waits for the settings, which say where a visit begins. */
const LATEST_START_MS = 2000
/** Time until contexts that could not be read are read again. */
const CONTEXTS_RETRY_MS = 5000

/** The page: its header, the list of kinds and the current view. */
export function App() {
  const navigation = useCreateNavigation()
  const settings = useCreateSettings()
  useKeyboard()
  return (
    <NavigationContext.Provider value={navigation}>
      <SettingsContext.Provider value={settings}>
        <a class="skip" href="#view">
          Skip to the content
        </a>
        <Page />
      </SettingsContext.Provider>
    </NavigationContext.Provider>
  )
}

function Page() {
  const account = useAccount()
  const { isStarted, contexts } = useStart()
  const [isHelpOpen, openHelp] = useState(false)
  useGoKeys()
  useKey('help', () => openHelp(true))
  if (account.error?.status === 401)
    return (
      <main id="view" class="outside" tabIndex={-1}>
        <h1>Cluster Inspector</h1>
        <SignInView error={account.error} />
      </main>
    )
  // The first request decides whether the caller has to sign in, and the settings where the visit begins.
  if ((account.data === undefined && account.error === undefined) || !isStarted)
    return <p class="starting faint">Loading…</p>
  return (
    <>
      <Header account={account.data} contexts={contexts} onHelp={() => openHelp(true)} />
      <div class="columns">
        <KindList account={account.data} />
        <main id="view" tabIndex={-1}>
          <SettingsNotice />
          <CurrentView account={account.data} />
        </main>
      </div>
      {isHelpOpen && <KeyHelp onClose={() => openHelp(false)} />}
    </>
  )
}

/** Applies the theme and the scope of the settings once they are read; returns whether the page may begin, and the contexts. */
function useStart() {
  const { adjust } = useNavigation()
  const { preferences, isRead } = useSettings()
  const [isStarted, setStarted] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const contexts = useResource((signal) => request('listContexts', {}, signal), [], attempt)
  const isReady = isRead && (contexts.data !== undefined || contexts.error !== undefined)
  useEffect(() => {
    // Settings that could not be read say nothing of the theme, and that of the last visit stays.
    if (isRead && preferences !== DEFAULT_SETTINGS.preferences) applyTheme(preferences.themeMode)
  }, [isRead, preferences])
  useEffect(() => {
    const { error } = contexts
    if (error === undefined || error.status === 401) return
    return after(CONTEXTS_RETRY_MS, () => setAttempt((before) => before + 1))
  }, [contexts])
  // Settings that are slow to read keep nobody from the cluster.
  useEffect(() => after(LATEST_START_MS, () => setStarted(true)), [])
  useEffect(() => {
    if (!isReady || isStarted) return
    const scope = startScope(location.search, preferences, contexts.data?.contexts ?? [])
    if (scope !== undefined) adjust(scope)
    setStarted(true)
  }, [isReady])
  return { isStarted, contexts }
}

/** Words about settings that were not saved. */
function SettingsNotice() {
  const { notice, closeNotice } = useSettings()
  if (notice === '') return null
  return (
    <div class="introduction" role="status">
      <p>
        <bdi>{notice}</bdi>
      </p>
      <button type="button" onClick={closeNotice}>
        Close
      </button>
    </div>
  )
}

/** Moves to views by keys. */
function useGoKeys(): void {
  const { open } = useNavigation()
  useKey('overview', () => open({ view: 'overview' }))
  useKey('pods', () => open({ view: 'list', kind: 'pods' }))
  useKey('deployments', () => open({ view: 'list', kind: 'deployments' }))
  useKey('nodes', () => open({ view: 'list', kind: 'nodes' }))
  useKey('events', () => open({ view: 'list', kind: 'events' }))
  useKey('basket', () => open({ view: 'basket' }))
  useKey('notifications', () => open({ view: 'notifications' }))
  useKey('settings', () => open({ view: 'settings' }))
}

function CurrentView({ account }: { readonly account: Body<'getAbout'> | undefined }) {
  const { state } = useNavigation()
  const scope = `${state.context}/${state.namespace}`
  const title = formatTitle(state, findKind(state.kind)?.kind)
  useEffect(() => {
    document.title = title
  }, [title])
  if (state.view === 'list') return <ListView key={`${scope}/${state.kind}`} />
  if (state.view === 'detail')
    return (
      <DetailView
        key={`${state.context}/${state.kind}/${state.in}/${state.name}`}
        mayWrite={account?.mayWrite ?? false}
      />
    )
  if (state.view === 'search') return <SearchView key={scope} />
  if (state.view === 'basket') return <BasketView />
  if (state.view === 'notifications') return <NotificationsView account={account} />
  if (state.view === 'settings') return <SettingsView />
  return <OverviewView key={scope} />
}

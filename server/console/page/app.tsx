import { useEffect, useState } from 'preact/hooks'
import { Header } from './header.tsx'
import { KindList } from './kind-list.tsx'
import { formatTitle } from './page-state.ts'
import { findKind } from './register.ts'
import { useAccount } from './use-account.ts'
import { useKey, useKeyboard } from './use-keys.ts'
import { NavigationContext, useCreateNavigation, useNavigation } from './use-page-state.ts'
import { DetailView } from './views/detail.tsx'
import { KeyHelp } from './views/key-help.tsx'
import { ListView } from './views/list.tsx'
import { OverviewView } from './views/overview.tsx'
import { SearchView } from './views/search.tsx'
import { SignInView } from './views/sign-in.tsx'

/** The page: its header, the list of kinds and the current view. */
export function App() {
  const navigation = useCreateNavigation()
  useKeyboard()
  return (
    <NavigationContext.Provider value={navigation}>
      <a class="skip" href="#view">
        Skip to the content
      </a>
      <Page />
    </NavigationContext.Provider>
  )
}

function Page() {
  const account = useAccount()
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
  // The first request decides whether the caller has to sign in; others would only be rejected.
  if (account.data === undefined && account.error === undefined) return <p class="starting faint">Loading…</p>
  return (
    <>
      <Header account={account.data} onHelp={() => openHelp(true)} />
      <div class="columns">
        <KindList />
        <main id="view" tabIndex={-1}>
          <CurrentView mayWrite={account.data?.mayWrite ?? false} />
        </main>
      </div>
      {isHelpOpen && <KeyHelp onClose={() => openHelp(false)} />}
    </>
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
}

function CurrentView({ mayWrite }: { readonly mayWrite: boolean }) {
  const { state } = useNavigation()
  const scope = `${state.context}/${state.namespace}`
  const title = formatTitle(state, findKind(state.kind)?.kind)
  useEffect(() => {
    document.title = title
  }, [title])
  if (state.view === 'list') return <ListView key={`${scope}/${state.kind}`} />
  if (state.view === 'detail')
    return <DetailView key={`${state.context}/${state.kind}/${state.in}/${state.name}`} mayWrite={mayWrite} />
  if (state.view === 'search') return <SearchView key={scope} />
  return <OverviewView key={scope} />
}

import type { Body, RequestError } from './api.ts'
import type { PageState } from './page-state.ts'

export type Preferences = Body<'getSettings'>

/** Settings of the caller, as the page uses them. */
export interface PersonalSettings {
  readonly preferences: Preferences
  /** Names of contexts that the caller has chosen, by context. */
  readonly aliases: Readonly<Record<string, string>>
  readonly pins: readonly string[]
}

/** Settings until those of the caller are read, and where they cannot be. */
export const DEFAULT_SETTINGS: PersonalSettings = {
  preferences: {
    selectedContext: null,
    selectedNamespace: '',
    realtimeEnabled: true,
    autoRefreshEnabled: true,
    autoRefreshInterval: 15,
    themeMode: 'system',
    compactMode: false,
    notificationsEnabled: true,
    hasCompletedWelcome: false,
  },
  aliases: {},
  pins: [],
}

/** Returns the words about a change of settings that the service did not accept. */
export function describeRefusal({ status, message, hint }: RequestError): string {
  const isLasting = status === 501 || status === 403
  const start = isLasting
    ? 'Settings are kept in this page only, until it is closed'
    : 'The last change of the settings was not saved'
  return [`${start}: ${message}.`, ...(hint === undefined ? [] : [`To keep them: ${hint}.`])].join(' ')
}

/** Returns the scope that a visit without one begins in. An address with a view keeps its own, since it may be a link. */
export function startScope(
  query: string,
  { selectedContext, selectedNamespace }: Preferences,
  contexts: readonly { readonly name: string; readonly current: boolean }[],
): Pick<PageState, 'context' | 'namespace'> | undefined {
  if (query !== '' && query !== '?') return undefined
  const context = contexts.find(({ name, current }) =>
    selectedContext === null ? current : name === selectedContext,
  )
  if (context === undefined || (context.current && selectedNamespace === '')) return undefined
  return { context: context.current ? '' : context.name, namespace: selectedNamespace }
}

/** Returns the name of a context for people: its alias, followed by its name where two have the same. */
export function contextText(name: string, aliases: PersonalSettings['aliases']): string {
  const alias = aliases[name]
  if (alias === undefined) return name
  const isUnique = Object.entries(aliases).every(([other, text]) => other === name || text !== alias)
  return isUnique ? alias : `${alias} (${name})`
}

import { createContext } from 'preact'
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { remove, request, send, type Body } from './api.ts'
import {
  DEFAULT_SETTINGS,
  describeRefusal,
  type PersonalSettings,
  type Preferences,
} from './personal-settings.ts'
import { asError } from './use-resource.ts'

/** The settings of the caller and their changes, which apply to the page at once. */
export interface Settings extends PersonalSettings {
  /** Whether the settings of the caller were read, or cannot be. */
  readonly isRead: boolean
  /** Words about a change that was not saved; empty: none, or the reader has closed them. */
  readonly notice: string
  readonly closeNotice: () => void
  readonly change: (part: Partial<Preferences>) => void
  readonly reset: () => void
  readonly pin: (path: string, pinned: boolean) => void
  /** Sets the alias of a context; empty: none. */
  readonly rename: (context: string, alias: string) => void
}

export const SettingsContext = createContext<Settings | undefined>(undefined)

/** Returns the settings of the caller. */
export function useSettings(): Settings {
  const settings = useContext(SettingsContext)
  if (settings === undefined) throw new Error('the view is outside the page')
  return settings
}

/** Reads the settings of the caller and keeps them for all views; a change that the service refuses stays in the page. */
export function useCreateSettings(): Settings {
  const [settings, set] = useState<PersonalSettings>(DEFAULT_SETTINGS)
  const [isRead, setRead] = useState(false)
  const [notice, setNotice] = useState('')
  const notices = useRef(new Set<string>())
  useEffect(() => {
    readSettings()
      .then(set, () => undefined)
      .finally(() => setRead(true))
  }, [])
  return useMemo(() => {
    // The same refusal is said once: it would follow every choice.
    const report = (reason: unknown) => {
      const text = describeRefusal(asError(reason))
      if (!notices.current.has(text)) setNotice(text)
      notices.current.add(text)
    }
    const apply = (part: Partial<PersonalSettings>) => set((before) => ({ ...before, ...part }))
    const save = (response: Promise<unknown>, read: (body: unknown) => Partial<PersonalSettings>) =>
      void response.then((body) => apply(read(body)), report)
    return {
      ...settings,
      isRead,
      notice,
      closeNotice: () => setNotice(''),
      change: (part) => {
        apply({ preferences: { ...settings.preferences, ...part } })
        save(send('updateSettings', {}, part), preferencesIn)
      },
      reset: () => save(remove('resetSettings', {}), preferencesIn),
      pin: (path, pinned) => {
        const others = settings.pins.filter((one) => one !== path)
        apply({ pins: pinned ? [...others, path] : others })
        save(send('setSidebarPin', {}, { path, pinned }), pinsIn)
      },
      rename: (context, alias) => {
        const { [context]: _before, ...others } = settings.aliases
        apply({ aliases: alias === '' ? others : { ...others, [context]: alias } })
        const response =
          alias === ''
            ? remove('deleteAlias', { context })
            : send('setAlias', {}, { contextName: context, alias })
        save(response, aliasesIn)
      },
    }
  }, [settings, isRead, notice])
}

async function readSettings(): Promise<PersonalSettings> {
  const [preferences, { aliases }, { pinned }] = await Promise.all([
    request('getSettings'),
    request('listAliases'),
    request('listSidebarPins'),
  ])
  return { preferences, aliases, pins: pinned }
}

const preferencesIn = (body: unknown) => ({ preferences: body as Preferences })
const pinsIn = (body: unknown) => ({ pins: (body as Body<'listSidebarPins'>).pinned })
const aliasesIn = (body: unknown) => ({ aliases: (body as Body<'listAliases'>).aliases })

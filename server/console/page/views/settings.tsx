import { request } from '../api.ts'
import { Check, Picker, ReadProblem } from '../parts.tsx'
import { parseTheme, themes } from '../theme.ts'
import { usePinnedViews } from '../use-pinned-views.ts'
import { useResource } from '../use-resource.ts'
import { useSettings } from '../use-settings.ts'

/** Seconds between two reads, as they are offered. */
const INTERVALS = [5, 10, 15, 30, 60, 120, 300]

/** The settings of the caller. */
export function SettingsView() {
  const { reset } = useSettings()
  return (
    <>
      <div class="title">
        <h2>Settings</h2>
      </div>
      <Appearance />
      <Refresh />
      <Aliases />
      <Pins />
      <p>
        <button type="button" onClick={reset}>
          Reset to the defaults of this installation
        </button>{' '}
        <span class="faint">Names of contexts and pinned views stay.</span>
      </p>
    </>
  )
}

function Appearance() {
  const { preferences, change } = useSettings()
  return (
    <section class="card" aria-label="Appearance">
      <h3>Appearance</h3>
      <Picker
        id="settings-theme"
        label="Theme"
        value={preferences.themeMode}
        options={themes}
        onPick={(value) => change({ themeMode: parseTheme(value) })}
      />
    </section>
  )
}

function Refresh() {
  const { preferences, change } = useSettings()
  const { autoRefreshEnabled, autoRefreshInterval } = preferences
  const seconds = [...new Set([...INTERVALS, autoRefreshInterval])].toSorted((one, other) => one - other)
  return (
    <section class="card" aria-label="Refresh">
      <h3>Refresh</h3>
      <p class="faint">
        Objects follow the cluster at once. Usage and notifications are read at this interval.
      </p>
      <div class="filters">
        <Check
          label="Read again"
          value={autoRefreshEnabled}
          onChange={(value) => change({ autoRefreshEnabled: value })}
        />
        <Picker
          id="refresh"
          label="every"
          value={String(autoRefreshInterval)}
          options={seconds.map((one) => [String(one), `${one} seconds`] as const)}
          onPick={(value) => change({ autoRefreshInterval: Number(value) })}
        />
      </div>
    </section>
  )
}

function Aliases() {
  const { aliases, rename } = useSettings()
  const contexts = useResource((signal) => request('listContexts', {}, signal), [])
  return (
    <section class="card" aria-label="Names of contexts">
      <h3>Names of contexts</h3>
      <ReadProblem of={contexts} />
      <p class="faint">A name of your own replaces that of the context in this page.</p>
      <ul class="plain-list">
        {contexts.data?.contexts.map(({ name }, index) => (
          <li key={name}>
            <label class="field" for={`alias-${index}`}>
              <bdi>{name}</bdi>
            </label>
            <input
              id={`alias-${index}`}
              type="text"
              maxLength={200}
              placeholder="Name"
              value={aliases[name] ?? ''}
              onChange={({ currentTarget }) => rename(name, currentTarget.value.trim())}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Pins() {
  const { pins, pin } = useSettings()
  const texts = new Map(usePinnedViews().map(({ path, text }) => [path, text]))
  return (
    <section class="card" aria-label="Pinned views">
      <h3>
        Pinned views <span class="faint">{pins.length}</span>
      </h3>
      {pins.length === 0 && (
        <p class="faint">
          None: open a view and press <kbd>p</kbd> to have it in the navigation.
        </p>
      )}
      <ul class="plain-list">
        {pins.map((path) => (
          <li key={path}>
            <bdi>{texts.get(path) ?? path}</bdi>
            <button
              type="button"
              aria-label={`Unpin ${texts.get(path) ?? path}`}
              onClick={() => pin(path, false)}
            >
              Unpin
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

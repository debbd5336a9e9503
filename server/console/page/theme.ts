/** Themes of the console; `system` is that of the device. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const KEY = 'theme'
/** Name of the event of the window that follows a choice. */
export const THEME_CHANGE = 'theme-change'

/** Returns the theme of the last visit of this browser: the page has it before the settings of the caller are read. */
export function readTheme(): Theme {
  return parseTheme(localStorage.getItem(KEY))
}

/** Returns the theme with a name; that of the device for any other text. */
export function parseTheme(name: string | null | undefined): Theme {
  return themes.find((theme) => theme === name) ?? 'system'
}

/** Applies a theme, and keeps it for the next visit of this browser. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  localStorage.setItem(KEY, theme)
  dispatchEvent(new Event(THEME_CHANGE))
}

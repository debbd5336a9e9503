/** Themes of the console; `system` is that of the device. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const KEY = 'theme'
/** Name of the event of the window that follows a choice. */
export const THEME_CHANGE = 'theme-change'

/** Returns the theme of the last visit of this browser: the page has it before the settings of the caller are read. */
export function readTheme(): Theme {
  const kept = localStorage.getItem(KEY)
  return themes.find((theme) => theme === kept) ?? 'system'
}

/** Applies a theme, and keeps it for the next visit of this browser. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  localStorage.setItem(KEY, theme)
  dispatchEvent(new Event(THEME_CHANGE))
}

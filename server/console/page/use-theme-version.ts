import { useEffect, useState } from 'preact/hooks'
import { THEME_CHANGE } from './theme.ts'

/** Returns a count that rises whenever the colours of the page change: by choice, or with the device. */
export function useThemeVersion(): number {
  const [version, setVersion] = useState(0)
  useEffect(() => {
    const raise = () => setVersion((before) => before + 1)
    const device = matchMedia('(prefers-color-scheme: dark)')
    addEventListener(THEME_CHANGE, raise)
    device.addEventListener('change', raise)
    return () => {
      removeEventListener(THEME_CHANGE, raise)
      device.removeEventListener('change', raise)
    }
  }, [])
  return version
}

import { useEffect, useState } from 'preact/hooks'
import { useSettings } from './use-settings.ts'

/** Shortest time between two reads of usage: the service reads the cluster as often. */
export const LEAST_USAGE_S = 15

/** Returns a count that rises at the interval of the settings while the tab is visible; it stays if reading again is off. */
export function useRefresh(leastSeconds = 5): number {
  const { autoRefreshEnabled, autoRefreshInterval } = useSettings().preferences
  const [count, setCount] = useState(0)
  const seconds = Math.max(leastSeconds, autoRefreshInterval)
  useEffect(() => {
    if (!autoRefreshEnabled) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) setCount((before) => before + 1)
    }, seconds * 1000)
    return () => clearInterval(timer)
  }, [autoRefreshEnabled, seconds])
  return count
}

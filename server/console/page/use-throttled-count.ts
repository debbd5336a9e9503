import { useCallback, useEffect, useRef, useState } from 'preact/hooks'

/** Returns a count and a function that raises it, at most once in some milliseconds, so that many changes are drawn as one. */
export function useThrottledCount(milliseconds: number): readonly [number, () => void] {
  const [count, setCount] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const raise = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      setCount((before) => before + 1)
    }, milliseconds)
  }, [milliseconds])
  return [count, raise]
}

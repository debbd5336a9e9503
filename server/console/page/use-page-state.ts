import { createContext } from 'preact'
import { useContext, useEffect, useMemo, useState } from 'preact/hooks'
import { formatPageState, moveTo, parsePageState, type PageState } from './page-state.ts'

/** The state of the page and its changes. */
export interface Navigation {
  readonly state: PageState
  /** Opens another view, as a step of the browser's history. */
  readonly open: (target: Partial<PageState>) => void
  /** Changes the view in place, without such a step. */
  readonly adjust: (change: Partial<PageState>) => void
}

export const NavigationContext = createContext<Navigation | undefined>(undefined)

/** Returns the navigation of the page. */
export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext)
  if (navigation === undefined) throw new Error('the view is outside the page')
  return navigation
}

/** Creates the navigation: the state follows the address, and the address the state. */
export function useCreateNavigation(): Navigation {
  const [state, setState] = useState(() => parsePageState(location.search))
  useEffect(() => {
    const follow = () => setState(parsePageState(location.search))
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  return useMemo(
    () => ({
      state,
      open: (target) => {
        const next = moveTo(state, target)
        history.pushState(null, '', formatPageState(next))
        setState(next)
        scrollTo(0, 0)
        // The link that had the focus is gone with its view.
        document.getElementById('view')?.focus({ preventScroll: true })
      },
      adjust: (change) => {
        const next = { ...state, ...change }
        history.replaceState(null, '', formatPageState(next))
        setState(next)
      },
    }),
    [state],
  )
}

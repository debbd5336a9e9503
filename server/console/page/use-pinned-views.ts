import { pinnedViews, type PinnedView } from './pins.ts'
import { findKind } from './register.ts'
import { useSettings } from './use-settings.ts'

/** Returns the pinned views of the caller. */
export function usePinnedViews(): readonly PinnedView[] {
  return pinnedViews(useSettings().pins, (path) => findKind(path)?.kind)
}

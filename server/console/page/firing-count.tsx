import { request, type Body } from './api.ts'
import { useRefresh } from './use-refresh.ts'
import { useResource } from './use-resource.ts'
import { useSettings } from './use-settings.ts'

/** The number of alerts that fire, unless the reader has muted it. */
export function FiringCount({ account }: { readonly account: Body<'getAbout'> | undefined }) {
  const isConfigured = account?.features['notifications']?.enabled === true
  const isWanted = useSettings().preferences.notificationsEnabled
  return isConfigured && isWanted ? <Count /> : null
}

function Count() {
  const turn = useRefresh()
  const { data } = useResource((signal) => request('getNotifications', {}, signal), [], turn)
  const count = data?.firing.length ?? 0
  if (count === 0) return null
  return (
    <span class="badge" aria-label={count === 1 ? '1 alert fires' : `${count} alerts fire`}>
      {count}
    </span>
  )
}

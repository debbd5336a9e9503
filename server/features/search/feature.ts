import type { Feature } from '../../api/feature.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import type { Clock } from '../../core/clock.ts'
import type { Scheduler } from '../../core/scheduler.ts'
import type { UserInfo } from '../../core/user-info.ts'
import type { Right } from '../../kinds/rbac-table.ts'
import { readSearch } from './read-search.ts'
import type { SearchQuery, SearchResults } from './schema.ts'
import { searchRoute } from './search-route.ts'

interface Dependencies {
  readonly scheduler: Scheduler
  readonly time: Clock
}

interface Call {
  readonly cluster: () => Cluster
  /** The caller, if its own rights in the cluster count. */
  readonly subject: UserInfo | undefined
  readonly signal: AbortSignal
}

/** Search in the context of the request. */
interface Search {
  find(query: SearchQuery): Promise<SearchResults>
}

/** `GET /api/search`. */
export const searchFeature: Feature<'search', Dependencies, Call, Search, Right> = {
  name: 'search',
  routes: [searchRoute],
  start: async ({ scheduler, time }) => ({
    scope: ({ cluster, subject, signal }) => ({
      find: async (query) => {
        const isCallerAuthorized = subject !== undefined
        return readSearch({ cluster: cluster(), scheduler, time, signal, isCallerAuthorized }, query)
      },
    }),
  }),
}

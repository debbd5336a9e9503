import type { Feature } from '../api/feature.ts'
import type { Right } from '../kinds/rbac-table.ts'
import type { ClusterConnection } from '../cluster/contexts/cluster-connection.ts'
import type { ClusterRegistry } from '../cluster/contexts/cluster-registry.ts'
import type { Clock } from '../core/clock.ts'
import type { MemoryLedger } from '../core/memory-ledger.ts'
import type { Scheduler } from '../core/scheduler.ts'
import { Hub } from './hub.ts'
import { streamRoutes, type StreamOpener } from './routes.ts'
import type { StreamObserver } from './stream-observer.ts'
import type { UserInfo } from '../core/user-info.ts'

interface Dependencies {
  readonly contexts: ClusterRegistry
  readonly time: Clock
  readonly clock: () => number
  readonly streamObserver: StreamObserver
  readonly scheduler: Scheduler
  readonly ledger: MemoryLedger
}

interface Call {
  readonly connection: ClusterConnection
  readonly subject: UserInfo | undefined
  readonly signal: AbortSignal
}

/** `GET /api/stream`: changes of the cluster as server-sent events. */
export const streamFeature: Feature<'stream', Dependencies, Call, StreamOpener, Right> = {
  name: 'stream',
  routes: streamRoutes,
  start: async ({ contexts, time, clock, streamObserver, scheduler, ledger }) => {
    const hub = new Hub({ time, clock, observer: streamObserver, scheduler, ledger })
    contexts.onRemoved((connection) => hub.leave(connection.watchable))
    return {
      scope: ({ connection, subject, signal }) => ({
        open: (query, lastEventId) => {
          const rights = subject && connection.callers.of(subject)
          return hub.open({ followed: connection.watchable, rights }, query, lastEventId, signal)
        },
      }),
      stop: async () => hub.close(),
    }
  },
}

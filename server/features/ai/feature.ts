import type { Feature } from '../../api/feature.ts'
import type { RequestActor } from '../../audit/audit-entry.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import { CallLimiter } from '../../core/call-limiter.ts'
import type { Clock } from '../../core/clock.ts'
import type { Right } from '../../kinds/rbac-table.ts'
import { aiRoutes, type Assistant } from './routes.ts'
import { troubleshoot } from './troubleshoot.ts'

const CALLS_PER_MINUTE = 10

interface Dependencies {
  readonly time: Clock
}

interface Call {
  readonly actor: RequestActor
  readonly cluster: () => Cluster
}

/** `/api/ai/*`: rules first; without a model they answer alone. */
export const aiFeature: Feature<'ai', Dependencies, Call, Assistant, Right> = {
  name: 'ai',
  routes: aiRoutes,
  start: async ({ time }) => {
    const limiter = new CallLimiter({
      subject: 'calls of /api/ai',
      perMinute: CALLS_PER_MINUTE,
      now: () => time.now(),
    })
    return {
      scope: ({ actor, cluster }) => ({
        count: () => limiter.count(actor.caller?.name ?? actor.address),
        troubleshoot: async (body, now) => troubleshoot(cluster(), body, now),
      }),
    }
  },
}

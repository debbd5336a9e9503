import type { Feature } from '../../api/feature.ts'
import type { RequestActor } from '../../audit/audit-entry.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import { CallLimiter } from '../../core/call-limiter.ts'
import type { Right } from '../../kinds/rbac-table.ts'
import { configuredModel } from './ai-config.ts'
import { assistantFor, type Assistant } from './assistant.ts'
import { aiRoutes } from './routes.ts'
import { aiSettings } from './settings.ts'
import { startModel, type ModelDependencies } from './start-model.ts'

const CALLS_PER_MINUTE = 10

interface Dependencies extends ModelDependencies {
  readonly auditLog: AuditLog
}

interface Call {
  readonly actor: RequestActor
  readonly cluster: () => Cluster
  readonly signal: AbortSignal
}

/** `/api/ai/*`: rules first; a model only words what they find. */
export const aiFeature: Feature<'ai', Dependencies, Call, Assistant, Right> = {
  name: 'ai',
  settings: aiSettings,
  routes: aiRoutes,
  start: async (dependencies) => {
    const { config, auditLog, time } = dependencies
    const limiter = new CallLimiter({
      subject: 'calls of /api/ai',
      perMinute: CALLS_PER_MINUTE,
      now: () => time.now(),
    })
    const shutdown = new AbortController()
    const configured = configuredModel(config)
    const model = configured === undefined ? undefined : await startModel(configured, dependencies)
    return {
      scope: ({ actor, cluster, signal }) =>
        assistantFor({
          actor,
          cluster,
          signal,
          model,
          auditLog,
          time,
          shutdown: shutdown.signal,
          hidesNames: config.aiPseudonyms,
          count: (caller) => limiter.count(caller),
        }),
      metrics: model?.metrics.all ?? [],
      stop: async () => shutdown.abort(),
      close: async () => model?.close(),
    }
  },
}

import type { Feature } from '../../api/feature.ts'
import type { RequestActor } from '../../audit/audit-entry.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { ClusterRegistry } from '../../cluster/contexts/cluster-registry.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import type { Right } from '../../kinds/rbac-table.ts'
import { revealSecret } from './reveal.ts'
import { secretValuesRoutes, type SecretReader } from './routes.ts'
import { secretValuesSettings } from './settings.ts'

interface Dependencies {
  readonly auditLog: AuditLog
  readonly config: { readonly revealSecrets: boolean; readonly revealGroups: readonly string[] }
  readonly contexts: ClusterRegistry
}

interface Call {
  readonly cluster: () => Cluster
  readonly actor: RequestActor
}

/** `GET /api/secrets/{name}/values`: switched off by default. */
export const secretValuesFeature: Feature<'secretValues', Dependencies, Call, SecretReader, Right> = {
  name: 'secretValues',
  settings: secretValuesSettings,
  routes: secretValuesRoutes,
  start: async ({ auditLog, config, contexts }) => {
    const rules = {
      enabled: config.revealSecrets,
      groups: config.revealGroups,
      ownNamespace: contexts.home?.context.declared.namespace,
    }
    const enabled = rules.enabled && rules.groups.length > 0
    return {
      state: enabled
        ? { enabled }
        : { enabled, hint: 'set secrets.reveal and secrets.revealGroups in the values of the Helm release' },
      scope: ({ cluster: open, actor }) => ({
        values: async (ref) => {
          const cluster = open()
          return revealSecret(rules, {
            cluster,
            caller: actor.caller,
            ...ref,
            record: (disclosure) =>
              auditLog.recordDisclosure(actor, { context: cluster.context, ...disclosure }),
          })
        },
      }),
    }
  },
}

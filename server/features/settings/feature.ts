import type { Feature } from '../../api/feature.ts'
import { Validation } from '../../api/validation.ts'
import type { RequestActor } from '../../audit/audit-entry.ts'
import { IN_CLUSTER } from '../../cluster/contexts/context.ts'
import type { ClusterRegistry } from '../../cluster/contexts/cluster-registry.ts'
import type { Clock } from '../../core/clock.ts'
import type { Log } from '../../telemetry/log.ts'
import { SealedBasket } from './basket.ts'
import { openStore, type StoreConfig } from './open-store.ts'
import { personOf } from './people.ts'
import { PersonSettings, type SettingsParts } from './person-settings.ts'
import { pullRequestUrlCheck, type HostConfig } from './pull-request-host.ts'
import { Records } from './records.ts'
import type { SettingsScope } from './route-parts.ts'
import { settingsRoutes } from './routes.ts'
import type { PreferencesPatch } from './schema.ts'
import { Seal } from './seal.ts'
import { sectionReader } from './sections.ts'
import { settingsSettings } from './settings.ts'
import { createStorageChecks } from './storage-checks.ts'

interface Dependencies {
  readonly config: StoreConfig & HostConfig & { readonly settingsDefaults?: PreferencesPatch }
  readonly contexts: ClusterRegistry
  readonly time: Clock
  /** Returns milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
}

interface Call {
  readonly actor: RequestActor
  readonly signal: AbortSignal
}

/** `/api/settings`: preferences of each person. */
export const settingsFeature: Feature<'settings', Dependencies, Call, SettingsScope['settings'], never> = {
  name: 'settings',
  settings: settingsSettings,
  routes: settingsRoutes,
  start: async ({ config, contexts, time, clock, log }) => {
    const home = contexts.all.find(({ context }) => context.declared.source === IN_CLUSTER)
    const opened = await openStore(config, { time, clock, log, own: home?.own })
    const { store, keys, hint } = opened
    const validation = new Validation()
    const checkUrl = pullRequestUrlCheck(config)
    const parts: SettingsParts = {
      records: new Records(store, time),
      basket: new SealedBasket(new Seal(keys, log), validation),
      readSections: sectionReader(validation),
      defaults: config.settingsDefaults ?? {},
      checkUrl,
      checks: createStorageChecks(validation, checkUrl),
    }
    return {
      state: hint === undefined ? { enabled: true } : { enabled: false, hint },
      scope: ({ actor, signal }) => new PersonSettings(parts, personOf(actor.caller), signal),
      close: () => opened.close(),
    }
  },
}

import type { Feature } from '../../api/feature.ts'
import { Validation } from '../../api/validation.ts'
import type { RequestActor } from '../../audit/audit-entry.ts'
import type { Clock } from '../../core/clock.ts'
import type { Log } from '../../telemetry/log.ts'
import { SealedBasket } from './basket.ts'
import type { OpenStore } from './open-store.ts'
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
  readonly config: HostConfig & {
    readonly settingsDefaults?: PreferencesPatch
    /** Whether channels are notified of problems: people then see those too, unless they switch it off. */
    readonly notifications: boolean
  }
  /** The place of the records. */
  readonly store: OpenStore
  readonly time: Clock
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
  start: async ({ config, store: { store, keys, hint }, time, log }) => {
    const validation = new Validation()
    const checkUrl = pullRequestUrlCheck(config)
    const parts: SettingsParts = {
      records: new Records(store, time),
      basket: new SealedBasket(new Seal(keys, log), validation),
      readSections: sectionReader(validation),
      defaults: { notificationsEnabled: config.notifications, ...config.settingsDefaults },
      checkUrl,
      checks: createStorageChecks(validation, checkUrl),
    }
    return {
      state: hint === undefined ? { enabled: true } : { enabled: false, hint },
      scope: ({ actor, signal }) => new PersonSettings(parts, personOf(actor.caller), signal),
    }
  },
}

import { Validation } from '../api/validation.ts'
import type { RequestActor } from '../audit/audit-entry.ts'
import type { WriteAttempt } from '../cluster/write/write-audit.ts'
import { CallLimiter } from '../core/call-limiter.ts'
import { AddressPolicy } from '../outbound/address-policy.ts'
import { ManualClock } from './manual-time.ts'
import { temporaryKeys } from '../features/settings/seal-keys.ts'
import { Seal, type SealKeys } from '../features/settings/seal.ts'
import { MemoryStore } from '../features/settings/stores/memory-store.ts'
import type { SendResult } from '../features/notifications/channels/send-message.ts'
import { NotificationRecords } from '../features/notifications/notification-records.ts'
import { Notifications, type NotificationsParts } from '../features/notifications/notifications-service.ts'
import { allChannels, type OperatorChannels } from '../features/notifications/operator-channels.ts'
import { notificationsRoutes } from '../features/notifications/routes.ts'
import type { NotificationChange } from '../features/notifications/schema.ts'

const actor: RequestActor = { requestId: 'r', caller: undefined, address: '127.0.0.1' }
const { signal } = new AbortController()

interface StageOptions {
  readonly parts?: Partial<NotificationsParts>
  readonly keys?: SealKeys
  readonly operator?: OperatorChannels
}

const validation = new Validation()
const checks = new Map(notificationsRoutes.map((route) => [route.method, validation.response(route)]))

/** The notifications of an installation on a store in memory, with a scripted receiver. */
export class NotificationsStage {
  readonly time = new ManualClock()
  readonly store = new MemoryStore()
  readonly audited: string[] = []
  readonly sent: { channel: string; text: string }[] = []
  readonly records: NotificationRecords
  result: SendResult = { outcome: 'delivered', status: 204 }
  wakes = 0
  readonly #parts: NotificationsParts

  constructor({ parts = {}, keys = temporaryKeys(), operator = {} }: StageOptions = {}) {
    const { time } = this
    const seal = new Seal(keys, { warn: () => undefined })
    this.records = new NotificationRecords({ store: this.store, seal, validation, time })
    this.#parts = {
      hasWriteGroups: true,
      records: this.records,
      channels: async (configuration) => allChannels(operator, configuration),
      rules: {
        targets: { hosts: ['hooks.example.com', 'hooks.slack.com'], addresses: new AddressPolicy([]) },
        managed: new Set(Object.keys(operator)),
      },
      send: async ({ name }, { items, title }) => {
        this.sent.push({ channel: name, text: `${title}: ${items[0]?.message}` })
        return this.result
      },
      wake: () => this.wakes++,
      auditLog: {
        recordWrite:
          () =>
          async ({ verb, resource, name }: WriteAttempt) => {
            this.audited.push(`${verb} ${resource} ${name}`)
            return async (outcome) => void this.audited.push('failure' in outcome ? 'failed' : 'done')
          },
      },
      limiter: new CallLimiter({ subject: 'tests', perMinute: 3, now: () => time.now() }),
      paths: ['deployments', 'pods'],
      repeatHours: 4,
      time,
      clock: () => Date.UTC(2026, 10, 20),
      ...parts,
    }
  }

  service(isCallerAuthorized = false): Notifications {
    return new Notifications(this.#parts, { actor, signal, isCallerAuthorized })
  }

  async post(body: NotificationChange) {
    return checked('POST', await this.service().change(body))
  }

  async get(isCallerAuthorized = false) {
    return checked('GET', await this.service(isCallerAuthorized).read())
  }

  async refused(body: NotificationChange): Promise<unknown> {
    return this.post(body).then(
      () => undefined,
      (error: unknown) => error,
    )
  }
}

/** Returns a response that matches its schema. */
function checked<T>(method: 'GET' | 'POST', response: T): T {
  checks.get(method)?.(JSON.parse(JSON.stringify(response)))
  return response
}

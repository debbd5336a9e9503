import { Counter, Gauge } from 'prom-client'
import type { Delivery } from './channels/outbox.ts'
import type { Notifier } from './notifier.ts'

/** Metrics of the notifications, which belong to no registry yet. */
export class NotificationsMetrics {
  readonly #deliveries = new Counter({
    name: 'cluster_inspector_notifications_total',
    help: 'Attempts to deliver a message by channel and outcome: delivered, retry, failed (given up) or dropped',
    labelNames: ['channel', 'outcome'],
    registers: [],
  })
  readonly #gauges: readonly Gauge[]

  constructor(notifier: () => Pick<Notifier, 'phases' | 'channels'> | undefined) {
    this.#gauges = [
      new Gauge({
        name: 'cluster_inspector_notifications_alerts',
        help: 'Alerts by state; only the replica that notifies has any',
        labelNames: ['state'],
        registers: [],
        collect() {
          this.reset()
          for (const [state, count] of notifier()?.phases ?? []) this.set({ state }, count)
        },
      }),
      new Gauge({
        name: 'cluster_inspector_notifications_queue',
        help: 'Messages that wait for delivery by channel',
        labelNames: ['channel'],
        registers: [],
        collect() {
          this.reset()
          for (const { name, waiting } of notifier()?.channels ?? []) this.set({ channel: name }, waiting)
        },
      }),
      new Gauge({
        name: 'cluster_inspector_notifications_broken',
        help: 'Whether the receiver of a channel is gone, by channel: 1 until the channel changes or a test is delivered',
        labelNames: ['channel'],
        registers: [],
        collect() {
          this.reset()
          for (const { name, broken } of notifier()?.channels ?? [])
            this.set({ channel: name }, broken ? 1 : 0)
        },
      }),
    ]
  }

  get all(): readonly (Counter | Gauge)[] {
    return [this.#deliveries, ...this.#gauges]
  }

  count({ channel, outcome }: Pick<Delivery, 'channel' | 'outcome'>): void {
    this.#deliveries.inc({ channel, outcome })
  }
}

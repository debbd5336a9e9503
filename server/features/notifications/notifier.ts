import { background } from '../../core/background.ts'
import { pause, type Clock } from '../../core/clock.ts'
import { errorMessage } from '../../core/errors.ts'
import type { Log } from '../../telemetry/log.ts'
import { RecordChangedError } from '../settings/record-store.ts'
import type { Phase } from './alerts/alert.ts'
import { phases } from './alerts/alert.ts'
import { advanceAlerts, MAX_ALERTS, silencedAlerts } from './alerts/advance-alerts.ts'
import { groupTransitions, noneWaiting, type Group } from './alerts/group-transitions.ts'
import type { AlertTiming } from './alerts/timing.ts'
import { Outbox, type Delivery } from './channels/outbox.ts'
import type { SendResult } from './channels/send-message.ts'
import { filterOf, revisionOf, type Channel, type Configuration } from './configuration.ts'
import { composeMessage } from './messages/compose-message.ts'
import type { Message } from './messages/message.ts'
import type { NotificationRecords } from './notification-records.ts'
import { emptyState, withDelivery, type NotifierState } from './notifier-state.ts'
import type { Observation } from './observe-problems.ts'

/** Longest time between two evaluations. */
const EVALUATE_MS = 10_000
const LEAST_EVALUATE_MS = 500
/** Slack accepts about one message a second. */
const SLACK_PACE_MS = 1000
const CALL_MS = 10_000
const HOUR_MS = 3_600_000

export interface NotifierOptions {
  readonly records: Pick<
    NotificationRecords,
    'configuration' | 'changeConfiguration' | 'state' | 'writeState'
  >
  /** Returns the channels of a configuration and of the operator of the service. */
  readonly channels: (configuration: Configuration) => Promise<readonly Channel[]>
  readonly observe: (signal: AbortSignal) => Promise<Observation>
  readonly send: (channel: Channel, message: Message, signal: AbortSignal) => Promise<SendResult>
  /** Whether this process is the holder of the Lease. */
  readonly leading: () => boolean
  readonly onDelivery: (delivery: Delivery) => void
  /** Returns the path segment of a kind: `deployments`. */
  readonly pathOf: (kind: string) => string
  readonly timing: AlertTiming
  readonly time: Clock
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
}

interface OpenChannel {
  readonly channel: Channel
  readonly revision: string
  readonly outbox: Outbox
}

/**
 * Notifies channels of problems while this process leads. Everything is stored before it is sent, and the state is written over the
 * version that was read: a process that has lost the Lease notices at its next write.
 */
export class Notifier {
  readonly #options: NotifierOptions
  readonly #open = new Map<string, OpenChannel>()
  #running: AbortController | undefined
  #wake: () => void = () => undefined
  /** Undefined until it is read. */
  #state: NotifierState | undefined
  #version: string | undefined
  /** Stored messages of channels that are not open yet. */
  #restored: NotifierState['queues'] = {}
  /** The state as it was stored last, to tell whether it has changed. */
  #stored: NotifierState | undefined
  #lastWrite: Promise<unknown> = Promise.resolve()
  #lastFailure = ''
  /** Warnings whose reason still holds. */
  readonly #warned = new Set<string>()

  constructor(options: NotifierOptions) {
    this.#options = options
  }

  /** Starts or stops, as this process becomes the leader or is no longer. */
  lead(leading: boolean): void {
    this.#running?.abort()
    this.#running = undefined
    this.#forget()
    if (!leading) return
    const stopped = new AbortController()
    this.#running = stopped
    background('notifications', async () => this.#run(stopped.signal))
  }

  /** Evaluates soon: the configuration has changed, or there are messages to send. */
  wake(): void {
    this.#wake()
  }

  /** Number of alerts by phase; zeros while another process leads. */
  get phases(): ReadonlyMap<Phase, number> {
    const alerts = [...(this.#state?.alerts.values() ?? [])]
    return new Map(phases.map((phase) => [phase, alerts.filter((alert) => alert.phase === phase).length]))
  }

  /** The channels with the number of their messages; none while another process leads. */
  get channels(): readonly { readonly name: string; readonly waiting: number; readonly broken: boolean }[] {
    const broken = this.#state?.broken ?? {}
    return [...this.#open].map(([name, { outbox, revision }]) => ({
      name,
      waiting: outbox.queue.length,
      broken: broken[name] === revision,
    }))
  }

  async #run(stopped: AbortSignal): Promise<void> {
    const { time, timing } = this.#options
    const shortest = Math.min(timing.forMs, timing.groupWaitMs, timing.resolveAfterMs, EVALUATE_MS)
    const every = Math.max(LEAST_EVALUATE_MS, shortest)
    while (!stopped.aborted) {
      const woken = new AbortController()
      this.#wake = () => woken.abort()
      try {
        await this.#evaluate(stopped)
        this.#lastFailure = ''
      } catch (error) {
        if (stopped.aborted) return
        this.#recover(error)
      }
      await pause(time, every, AbortSignal.any([stopped, woken.signal]))
    }
  }

  /** Goes on with the state in memory, or with that of another process which has written it. */
  #recover(error: unknown): void {
    if (error instanceof RecordChangedError) this.#forget()
    const reason = errorMessage(error)
    if (reason !== this.#lastFailure)
      this.#options.log.warn('notifications cannot be evaluated: this is tried again', { reason })
    this.#lastFailure = reason
  }

  #forget(): void {
    for (const { outbox } of this.#open.values()) outbox.stop()
    this.#open.clear()
    this.#state = undefined
    this.#stored = undefined
    this.#version = undefined
    this.#restored = {}
  }

  async #evaluate(stopped: AbortSignal): Promise<void> {
    const { records, observe, timing, clock } = this.#options
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(CALL_MS)])
    const configuration = await records.configuration(signal)
    const before = this.#state ?? (await this.#load(signal))
    if (configuration.enabled === false) {
      await this.#disable(before)
      return
    }
    const channels = await this.#options.channels(configuration)
    const observation = await observe(signal)
    if (stopped.aborted || !this.#options.leading()) return
    this.#follow(channels)
    const now = clock()
    const { repeatHours } = configuration
    const times = repeatHours === undefined ? timing : { ...timing, repeatMs: repeatHours * HOUR_MS }
    const state = this.#state ?? before
    const { alerts, transitions, ignored } = advanceAlerts(state.alerts, {
      ...observation,
      now,
      timing: times,
      isFirst: (context) => !state.contexts.includes(context),
    })
    const { waiting, groups } = groupTransitions(state.waiting, transitions, { now, timing: times })
    this.#warnOnce(
      'ignored',
      ignored > 0,
      `more than ${MAX_ALERTS} problems: nobody is notified of the others`,
    )
    const contexts = [...new Set([...state.contexts, ...observation.contexts])]
    this.#state = { ...state, alerts, waiting, contexts }
    this.#enqueue(groups, configuration, now)
    await this.#store()
    for (const { outbox } of this.#open.values()) outbox.run()
    await this.#acknowledge(configuration, signal)
  }

  async #load(signal: AbortSignal): Promise<NotifierState> {
    const { state, version } = await this.#options.records.state(signal)
    this.#version = version
    this.#stored = state
    const { queues, ...loaded } = state ?? emptyState
    this.#restored = queues
    this.#state = { ...loaded, queues: {} }
    return this.#state
  }

  async #disable(state: NotifierState): Promise<void> {
    for (const { outbox } of this.#open.values()) {
      outbox.stop()
      outbox.clear('notifications were disabled')
    }
    this.#open.clear()
    const { deliveries = state.deliveries } = this.#state ?? {}
    const dropped = Object.keys(this.#restored).length > 0
    this.#restored = {}
    const silent = silencedAlerts(state.alerts)
    const isSame =
      silent.size === state.alerts.size && [...state.alerts.values()].every((alert) => alert.silent)
    const isIdle = isSame && state.waiting.transitions.length === 0 && !dropped
    if (isIdle && deliveries === state.deliveries) return
    this.#state = { ...state, alerts: silent, waiting: noneWaiting, deliveries }
    await this.#store()
  }

  /** Opens the outboxes of new and changed channels, and drops the messages of those that are gone. */
  #follow(channels: readonly Channel[]): void {
    const revisions = new Map(channels.map((channel) => [channel.name, revisionOf(channel)]))
    const queues = new Map(Object.entries(this.#restored))
    this.#restored = {}
    for (const [name, { outbox, revision }] of this.#open) {
      if (revisions.get(name) === revision) continue
      outbox.stop()
      if (revisions.has(name)) queues.set(name, outbox.queue)
      else outbox.clear('the channel was removed')
      this.#open.delete(name)
    }
    for (const channel of channels) {
      const { name } = channel
      const revision = revisions.get(name) ?? ''
      const known = this.#open.get(name)
      if (known === undefined)
        this.#open.set(name, {
          channel,
          revision,
          outbox: this.#outbox(channel, revision, queues.get(name)),
        })
      else this.#open.set(name, { ...known, channel })
    }
  }

  #outbox(channel: Channel, revision: string, queue: ConstructorParameters<typeof Outbox>[1]): Outbox {
    const { time, clock, send, leading, onDelivery } = this.#options
    const { name, type } = channel
    return new Outbox(
      {
        channel: name,
        paceMs: type === 'slack' ? SLACK_PACE_MS : 0,
        time,
        clock,
        send: async (message, signal) => send(channel, message, signal),
        maySend: leading,
        onDelivery: (delivery) => {
          const { deliveries } = this.#state ?? emptyState
          if (this.#state !== undefined)
            this.#state = { ...this.#state, deliveries: withDelivery(deliveries, delivery) }
          onDelivery(delivery)
        },
        onBroken: () => {
          const { broken } = this.#state ?? emptyState
          if (this.#state !== undefined)
            this.#state = { ...this.#state, broken: { ...broken, [name]: revision } }
        },
        store: async () => this.#store().catch((error: unknown) => this.#recover(error)),
      },
      queue,
    )
  }

  /** Puts the messages about groups, and those of callers, into the outboxes. */
  #enqueue(groups: readonly Group[], configuration: Configuration, now: number): void {
    const { pathOf } = this.#options
    const sent = new Set(this.#state?.deliveries.map(({ id, channel }) => `${id} ${channel}`))
    for (const [name, { channel, revision, outbox }] of this.#open) {
      if (this.#state?.broken[name] === revision) continue
      const wants = filterOf(channel, configuration, pathOf)
      const composed = groups.flatMap((group) => composeMessage(group, now, wants) ?? [])
      // A message of a caller stays in the configuration until the next evaluation.
      const outgoing = configuration.outgoing.filter(({ id }) => !sent.has(`${id} ${name}`))
      outbox.add([...composed, ...outgoing])
    }
  }

  /** Removes the messages of callers that are in the stored queues now. */
  async #acknowledge({ outgoing }: Configuration, signal: AbortSignal): Promise<void> {
    if (outgoing.length === 0) return
    const ids = new Set(outgoing.map(({ id }) => id))
    await this.#options.records.changeConfiguration(signal, (current) => ({
      ...current,
      outgoing: current.outgoing.filter(({ id }) => !ids.has(id)),
    }))
  }

  /** Writes the state if it has changed. Writes run one after the other, each with the state of its time. */
  async #store(): Promise<void> {
    const writing = this.#lastWrite.then(() => this.#write())
    this.#lastWrite = writing.catch(() => undefined)
    return writing
  }

  async #write(): Promise<void> {
    if (this.#state === undefined) return
    const queues = Object.fromEntries(
      [...this.#open].flatMap(([name, { outbox }]) =>
        outbox.queue.length === 0 ? [] : [[name, outbox.queue] as const],
      ),
    )
    const state = { ...this.#state, queues }
    if (this.#stored !== undefined && textOf(state) === textOf(this.#stored)) return
    const version = await this.#options.records.writeState(state, this.#version, AbortSignal.timeout(CALL_MS))
    this.#warnOnce(
      'size',
      version !== undefined && version === this.#version,
      'the state of the notifications is too large to be stored: after a restart messages may be repeated',
    )
    this.#version = version
    this.#stored = state
  }

  /** Logs a warning when its reason begins to hold. */
  #warnOnce(key: string, holds: boolean, message: string): void {
    if (holds && !this.#warned.has(key)) this.#options.log.warn(message)
    if (holds) this.#warned.add(key)
    else this.#warned.delete(key)
  }
}

function textOf({ alerts, ...state }: NotifierState): string {
  return JSON.stringify([[...alerts.values()], state])
}

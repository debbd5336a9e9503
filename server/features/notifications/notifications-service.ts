import { randomUUID } from 'node:crypto'
import type { RequestActor } from '../../audit/audit-entry.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import { audited, type WriteAttempt } from '../../cluster/write/write-audit.ts'
import type { CallLimiter } from '../../core/call-limiter.ts'
import type { Clock } from '../../core/clock.ts'
import {
  ConflictError,
  ForbiddenByPolicyError,
  InvalidRequestError,
  NotConfiguredError,
} from '../../core/errors.ts'
import { toIsoSeconds } from '../../core/formats/timestamp.ts'
import { redactText } from '../../core/redact-text.ts'
import type { SendResult } from './channels/send-message.ts'
import { maskUrl } from './channels/target.ts'
import {
  changedConfiguration,
  changesConfiguration,
  ownChannels,
  SECRET_MASK,
  type ChannelRules,
} from './change-configuration.ts'
import {
  emptyConfiguration,
  MIN_SEVERITY,
  revisionOf,
  type Channel,
  type Configuration,
} from './configuration.ts'
import type { Message } from './messages/message.ts'
import { textMessage } from './messages/compose-message.ts'
import { MAX_OUTGOING, type NotificationRecords } from './notification-records.ts'
import { emptyState, type NotifierState } from './notifier-state.ts'
import type { ChangedNotifications, NotificationChange, NotificationsBody } from './schema.ts'

export const HINT = 'set notifications.enabled in the values of the Helm release'

export interface NotificationsParts {
  /** Channels of callers are possible: only members of the write groups may set them. */
  readonly hasWriteGroups: boolean
  /** Undefined unless the operator of the service has enabled notifications. */
  readonly records: NotificationRecords | undefined
  readonly channels: (configuration: Configuration) => Promise<readonly Channel[]>
  readonly rules: ChannelRules
  readonly send: (channel: Channel, message: Message, signal: AbortSignal) => Promise<SendResult>
  /** Makes the leader look again, if that is this process. */
  readonly wake: () => void
  readonly auditLog: Pick<AuditLog, 'recordWrite'>
  readonly limiter: Pick<CallLimiter, 'count'>
  /** Path segments of all kinds that are reported. */
  readonly paths: readonly string[]
  readonly repeatHours: number
  readonly time: Clock
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

interface NotificationsCall {
  readonly actor: RequestActor
  readonly signal: AbortSignal
  /** The rights of the caller count in the cluster. */
  readonly isCallerAuthorized: boolean
}

type Test = NonNullable<ChangedNotifications['tests']>[number]

/** The notifications of the installation, for one request. */
export class Notifications {
  readonly #parts: NotificationsParts
  readonly #call: NotificationsCall

  constructor(parts: NotificationsParts, call: NotificationsCall) {
    this.#parts = parts
    this.#call = call
  }

  /** Returns configuration, alerts that fire, and deliveries. */
  async read(): Promise<NotificationsBody> {
    const { records } = this.#parts
    const { signal, isCallerAuthorized } = this.#call
    const configuration = (await records?.configuration(signal)) ?? emptyConfiguration
    const { state = emptyState } = (await records?.state(signal)) ?? {}
    return {
      ...(await this.#described(configuration, state)),
      firing: isCallerAuthorized ? [] : firingOf(state),
      deliveries: state.deliveries.map(({ at, ...delivery }) => ({ ...delivery, time: toIsoSeconds(at) })),
    }
  }

  /** Changes the configuration, tests channels, or sends a message: the keys of the body decide. */
  async change(body: NotificationChange): Promise<ChangedNotifications> {
    const { records } = this.#parts
    if (records === undefined)
      throw new NotConfiguredError(`notifications are not enabled here: ${HINT}`, HINT)
    if (body.message !== undefined) return this.#sendMessage(records, body, body.message)
    const configuration = await this.#configure(records, body)
    const channels = await this.#parts.channels(configuration)
    const tests = body.test === true ? await this.#test(channels, body.channel) : undefined
    const { state = emptyState } = await records.state(this.#call.signal)
    const mended = await this.#mend(records, configuration, { channels, tests, state })
    const described = await this.#described(mended, state)
    return {
      success: true,
      message: described.enabled ? 'notifications are enabled' : 'notifications are disabled',
      ...described,
      ...(tests === undefined ? {} : { tests }),
    }
  }

  async #configure(records: NotificationRecords, body: NotificationChange): Promise<Configuration> {
    const { rules, wake } = this.#parts
    const { signal } = this.#call
    if (!changesConfiguration(body)) return records.configuration(signal)
    this.#requireChannelsAllowed(body)
    // Mistakes are found before the audit log says that a change was requested.
    changedConfiguration(await records.configuration(signal), body, rules)
    const changed = await this.#audited({ verb: 'patch', name: 'configuration' }, async () =>
      records.changeConfiguration(signal, (current) => changedConfiguration(current, body, rules)),
    )
    wake()
    return changed
  }

  #requireChannelsAllowed({ channels }: NotificationChange): void {
    const { hasWriteGroups, rules } = this.#parts
    if (channels === undefined || hasWriteGroups || ownChannels(channels, rules.managed).length === 0) return
    throw new ForbiddenByPolicyError(
      'channels cannot be set here: every caller may write, so every caller could have the service send requests',
      'set writeGroups (chart: auth.writes), or notifications.channels in the values of the Helm release',
    )
  }

  async #test(channels: readonly Channel[], name: string | undefined): Promise<Test[]> {
    const { limiter, clock } = this.#parts
    const tested = channels.filter((channel) => name === undefined || channel.name === name)
    if (name !== undefined && tested.length === 0)
      throw new InvalidRequestError([
        { in: 'body', name: 'channel', message: 'is not the name of a channel' },
      ])
    limiter.count(this.#call.actor.caller?.name ?? '')
    const message = textMessage(`test-${randomUUID()}`, 'test', {
      at: clock(),
      title: 'Test of notifications',
      message: 'Cluster Inspector can reach this channel.',
      severity: 'info',
    })
    return this.#audited({ verb: 'create', name: name ?? 'test' }, async () =>
      Promise.all(tested.map(async (channel) => this.#testChannel(channel, message))),
    )
  }

  /** Ends that channels are broken to which a test was delivered. */
  async #mend(
    records: NotificationRecords,
    configuration: Configuration,
    {
      channels,
      tests = [],
      state,
    }: {
      readonly channels: readonly Channel[]
      readonly tests: readonly Test[] | undefined
      readonly state: NotifierState
    },
  ): Promise<Configuration> {
    const mended = channels.filter(
      (channel) =>
        state.broken[channel.name] === revisionOf(channel) &&
        tests.some((test) => test.channel === channel.name && test.delivered),
    )
    if (mended.length === 0) return configuration
    const names = new Set(channels.map(({ name }) => name))
    const added = mended.map(({ name }) => [name, randomUUID()] as const)
    const changed = await records.changeConfiguration(this.#call.signal, (current) => {
      const kept = Object.entries(current.tested).filter(([name]) => names.has(name))
      return { ...current, tested: Object.fromEntries([...kept, ...added]) }
    })
    this.#parts.wake()
    return changed
  }

  async #testChannel(channel: Channel, message: Message): Promise<Test> {
    const { send, time } = this.#parts
    const startedAt = time.now()
    const { outcome, status, error } = await send(channel, message, this.#call.signal)
    return {
      channel: channel.name,
      delivered: outcome === 'delivered',
      ...(status === undefined ? {} : { status }),
      ...(error === undefined ? {} : { error }),
      milliseconds: Math.max(0, Math.round(time.now() - startedAt)),
    }
  }

  async #sendMessage(
    records: NotificationRecords,
    body: NotificationChange,
    text: string,
  ): Promise<ChangedNotifications> {
    const { title = 'Message', severity = 'info', resource, ...others } = body
    if (changesConfiguration(body) || others.test !== undefined)
      throw new InvalidRequestError([
        { in: 'body', name: 'message', message: 'cannot be sent together with a change or a test' },
      ])
    const { clock, wake } = this.#parts
    const { signal } = this.#call
    const configuration = await records.configuration(signal)
    const channels = await this.#parts.channels(configuration)
    requireReceivers(configuration, channels)
    const id = `message-${randomUUID()}`
    const message = textMessage(id, 'message', {
      at: clock(),
      title: redactText(title, { keepNames: true }),
      message: redactText(text, { keepNames: true }),
      severity,
      ...(resource === undefined ? {} : { resource: redactText(resource, { keepNames: true }) }),
    })
    await this.#audited({ verb: 'create', name: id }, async () =>
      records.changeConfiguration(signal, (current) => {
        requireReceivers(current, channels)
        if (current.outgoing.length >= MAX_OUTGOING)
          throw new ConflictError(`${MAX_OUTGOING} messages wait already: send the request again later`, {
            retryAfterSeconds: 10,
          })
        return { ...current, outgoing: [...current.outgoing, message] }
      }),
    )
    wake()
    return { success: true, id, queued: channels.length }
  }

  /** Runs a change with audit entries before and after it. */
  async #audited<T>(attempt: Pick<WriteAttempt, 'verb' | 'name'>, work: () => Promise<T>): Promise<T> {
    const audit = this.#parts.auditLog.recordWrite(this.#call.actor)
    return audited(audit, { ...attempt, resource: 'notifications', before: undefined }, work)
  }

  async #described(configuration: Configuration, { broken }: NotifierState) {
    const { records, paths, channels } = this.#parts
    const { enabled = true, kinds = [], minSeverity = MIN_SEVERITY, namespaces = [] } = configuration
    const isEnabled = records !== undefined && enabled
    const status: NotificationsBody['status'] = isEnabled ? 'active' : 'disabled'
    return {
      enabled: isEnabled,
      enabledResources: [...(kinds.length === 0 ? paths : kinds)],
      status,
      channels: (await channels(configuration)).map((channel) => describedChannel(channel, broken)),
      kinds: [...kinds],
      minSeverity,
      namespaces: [...namespaces],
      repeatHours: configuration.repeatHours ?? this.#parts.repeatHours,
    }
  }
}

function requireReceivers({ enabled }: Configuration, channels: readonly Channel[]): void {
  if (enabled === false) throw new ConflictError('notifications are disabled: enable them first')
  if (channels.length === 0) throw new ConflictError('there is no channel: add one first')
}

function describedChannel(
  channel: Channel,
  broken: NotifierState['broken'],
): NotificationsBody['channels'][number] {
  const { name, type, url = '', secret, minSeverity, namespaces, managed } = channel
  return {
    name,
    type,
    url: maskUrl(url),
    ...(secret === undefined ? {} : { secret: SECRET_MASK }),
    ...(minSeverity === undefined ? {} : { minSeverity }),
    ...(namespaces === undefined ? {} : { namespaces: [...namespaces] }),
    managed,
    broken: broken[name] === revisionOf(channel),
  }
}

function firingOf({ alerts }: NotifierState): NotificationsBody['firing'] {
  return [...alerts.values()].flatMap(({ fingerprint, phase, problem, firedAt, since }) => {
    if (phase !== 'firing' && phase !== 'flapping') return []
    const { context, rule, severity, kind, name, namespace, title } = problem
    return [
      {
        id: fingerprint,
        phase,
        context,
        rule,
        severity,
        kind,
        name,
        ...(namespace === '' ? {} : { namespace }),
        title,
        since: toIsoSeconds(firedAt ?? since),
      },
    ]
  })
}

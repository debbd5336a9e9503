import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Feature } from '../../api/feature.ts'
import { Validation } from '../../api/validation.ts'
import type { RequestActor } from '../../audit/audit-entry.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { ClusterRegistry } from '../../cluster/contexts/cluster-registry.ts'
import { CallLimiter } from '../../core/call-limiter.ts'
import type { Clock } from '../../core/clock.ts'
import type { UserInfo } from '../../core/user-info.ts'
import type { KeptDiagnoses } from '../../diagnosis/kept-diagnoses.ts'
import { rules as diagnosisRules } from '../../diagnosis/register.ts'
import { kinds } from '../../kinds/register.ts'
import { Elector } from '../../operator/elector.ts'
import { AddressPolicy } from '../../outbound/address-policy.ts'
import { readClientSettings } from '../../outbound/client-settings.ts'
import type { Log } from '../../telemetry/log.ts'
import type { OpenStore } from '../settings/open-store.ts'
import { Seal } from '../settings/seal.ts'
import type { Delivery } from './channels/outbox.ts'
import { MessageSender } from './channels/send-message.ts'
import { endpointOf, type Channel, type Configuration } from './configuration.ts'
import type { Message } from './messages/message.ts'
import { NotificationRecords } from './notification-records.ts'
import { timingOf, type NotificationsConfig } from './notifications-config.ts'
import { NotificationsMetrics } from './notifications-metrics.ts'
import { HINT, Notifications, type NotificationsParts } from './notifications-service.ts'
import { Notifier } from './notifier.ts'
import { NotifierLease } from './notifier-lease.ts'
import { contextsOf, observeProblems } from './observe-problems.ts'
import { allChannels } from './operator-channels.ts'
import { notificationsRoutes } from './routes.ts'
import { notificationsSettings } from './settings.ts'

const TESTS_PER_MINUTE = 3
const HOUR_MS = 3_600_000
const LEASE = 'cluster-inspector-notifier'

interface Dependencies {
  readonly config: NotificationsConfig
  readonly contexts: ClusterRegistry
  readonly diagnoses: KeptDiagnoses
  readonly store: OpenStore
  readonly auditLog: AuditLog
  readonly time: Clock
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
}

interface Call {
  readonly actor: RequestActor
  readonly subject: UserInfo | undefined
  readonly signal: AbortSignal
}

/** `/api/notifications`: messages about problems, once and with their cause. */
export const notificationsFeature: Feature<
  'notifications',
  Dependencies,
  Call,
  Pick<Notifications, 'read' | 'change'>,
  never
> = {
  name: 'notifications',
  settings: notificationsSettings,
  routes: notificationsRoutes,
  start: async (dependencies) => {
    const { config } = dependencies
    const parts = await createParts(dependencies)
    const metrics = new NotificationsMetrics(() => running?.notifier)
    const { records } = parts
    const running =
      records &&
      startNotifier(dependencies, { ...parts, records }, (delivery) =>
        report(dependencies, metrics, delivery),
      )
    const service: NotificationsParts = { ...parts, wake: () => running?.notifier.wake() }
    return {
      state: config.notifications ? { enabled: true } : { enabled: false, hint: HINT },
      scope: ({ actor, subject, signal }) =>
        new Notifications(service, { actor, signal, isCallerAuthorized: subject !== undefined }),
      metrics: metrics.all,
      stop: async () => running?.stop(),
      close: () => parts.close(),
    }
  },
}

async function createParts({ config, store, auditLog, time, clock, log }: Dependencies) {
  const operator = config.notificationsChannels ?? {}
  const targets = {
    hosts: config.notificationsAllowedHosts,
    addresses: new AddressPolicy(config.notificationsAllowedAddresses),
  }
  const sender = new MessageSender({
    time,
    clock,
    ...(await readClientSettings(config.notificationsCaFile)),
  })
  return {
    hasWriteGroups: config.writeGroups.length > 0,
    // Checks of schemas take time to compile, so there are none without notifications.
    records: config.notifications
      ? new NotificationRecords({
          store: store.store,
          seal: new Seal(store.keys, log),
          validation: new Validation(),
          time,
        })
      : undefined,
    channels: async (configuration: Configuration) => allChannels(operator, configuration),
    rules: { targets, managed: new Set(Object.keys(operator)) },
    send: async (channel: Channel, message: Message, signal: AbortSignal) =>
      sender.send(async () => endpointOf(channel, targets), message, signal),
    auditLog,
    limiter: new CallLimiter({
      subject: 'tests of notifications',
      perMinute: TESTS_PER_MINUTE,
      now: () => time.now(),
    }),
    paths: [...new Set(diagnosisRules.map(({ on }) => pathOf(on.kind)))].toSorted(),
    repeatHours: Math.max(1, Math.round(timingOf(config).repeatMs / HOUR_MS)),
    time,
    clock,
    close: async () => sender.close(),
  }
}

/** Starts the notifier, which works while this process is the holder of the Lease, or always outside of a cluster. */
function startNotifier(
  { config, contexts, diagnoses, time, clock, log }: Dependencies,
  {
    records,
    channels,
    send,
  }: Pick<NotificationsParts, 'channels' | 'send'> & { readonly records: NotificationRecords },
  onDelivery: (delivery: Delivery) => void,
): { readonly notifier: Notifier; readonly stop: () => Promise<void> } {
  const home = contexts.home
  let isRunning = true
  const elector =
    home &&
    new Elector({
      lease: new NotifierLease(home.own, config.notificationsLease ?? LEASE),
      identity: `${hostname()}_${randomUUID()}`,
      time,
      clock,
      onLeadershipChange: (leading) => {
        log.info(leading ? 'became the notifier of problems' : 'is no longer the notifier of problems')
        notifier.lead(leading)
      },
    })
  const notifier = new Notifier({
    records,
    channels,
    send,
    observe: async (signal) =>
      observeProblems(
        contextsOf(config.notificationsContexts, (name) => contexts.get(name)).map((connection) => ({
          name: connection.context.name,
          findings: diagnoses.of(connection),
        })),
        signal,
      ),
    leading: () => isRunning && (elector?.leading ?? true),
    onDelivery,
    pathOf,
    timing: timingOf(config),
    time,
    clock,
    log,
  })
  if (elector !== undefined) elector.start()
  // Without a Lease, every replica would notify.
  else if (config.home.kind === 'in-cluster')
    log.warn('nobody is notified of problems: serve the cluster that this service runs in')
  else notifier.lead(true)
  return {
    notifier,
    stop: async () => {
      isRunning = false
      notifier.lead(false)
      await elector?.stop()
    },
  }
}

/** Counts an attempt, and records a message that was given up. */
function report(
  { auditLog, log }: Pick<Dependencies, 'auditLog' | 'log'>,
  metrics: NotificationsMetrics,
  delivery: Delivery,
): void {
  metrics.count(delivery)
  const { channel, id, outcome, error = '' } = delivery
  if (outcome !== 'failed' && outcome !== 'dropped') return
  log.warn('notification given up', { channel, id, reason: error })
  auditLog.recordGiveUp({ name: channel, result: `${outcome}: ${error}` })
}

const paths: ReadonlyMap<string, string> = new Map(kinds.map(({ kind, path }) => [kind, path]))

/** Returns the path segment of a kind; of one without routes, its name as Kubernetes forms plurals. */
function pathOf(kind: string): string {
  return paths.get(kind) ?? `${kind.toLowerCase()}s`
}

import { parseDuration } from '../../core/formats/duration.ts'
import { errorMessage } from '../../core/errors.ts'
import { AddressPolicy } from '../../outbound/address-policy.ts'
import type { AlertTiming } from './alerts/timing.ts'
import type { OperatorChannels } from './operator-channels.ts'

/** The part of the configuration of the process that is about notifications. */
export interface NotificationsConfig {
  readonly notifications: boolean
  readonly home: { readonly kind: 'demo' | 'in-cluster' | 'kubeconfig' }
  readonly notificationsChannels?: OperatorChannels
  readonly notificationsAllowedHosts: readonly string[]
  readonly notificationsAllowedAddresses: readonly string[]
  readonly notificationsCaFile?: string
  readonly notificationsContexts: readonly string[]
  readonly notificationsLease?: string
  readonly notificationsFor: string
  readonly notificationsGroupWait: string
  readonly notificationsResolveAfter: string
  readonly notificationsFlapWindow: string
  readonly notificationsRepeat: string
  readonly writeGroups: readonly string[]
}

const TIMES = [
  'notificationsFor',
  'notificationsGroupWait',
  'notificationsResolveAfter',
  'notificationsFlapWindow',
  'notificationsRepeat',
] as const

/** Returns the mistakes in the configuration that its schema cannot find. */
export function validateNotifications(config: Omit<NotificationsConfig, 'home'>): readonly string[] {
  const mistakes = TIMES.filter((name) => milliseconds(config[name]) === 0).map(
    (name) => `${name} must be longer than 0s`,
  )
  for (const network of config.notificationsAllowedAddresses)
    try {
      void new AddressPolicy([network])
    } catch (error) {
      mistakes.push(`notificationsAllowedAddresses: ${errorMessage(error)}`)
    }
  return mistakes
}

/** Returns the times of the alerts. */
export function timingOf(config: Pick<NotificationsConfig, (typeof TIMES)[number]>): AlertTiming {
  return {
    forMs: milliseconds(config.notificationsFor),
    groupWaitMs: milliseconds(config.notificationsGroupWait),
    resolveAfterMs: milliseconds(config.notificationsResolveAfter),
    flapWindowMs: milliseconds(config.notificationsFlapWindow),
    repeatMs: milliseconds(config.notificationsRepeat),
  }
}

function milliseconds(text: string): number {
  return (parseDuration(text) ?? 0) * 1000
}

import type { Body } from './api.ts'

export type Notifications = Body<'getNotifications'>
export type Channel = Notifications['channels'][number]
export type Delivery = Notifications['deliveries'][number]

/** Deliveries of a channel that are listed. */
const MAX_LISTED = 5

/** A channel with its last deliveries, the newest first. */
export interface ChannelDeliveries {
  readonly name: string
  /** Undefined: the channel is gone, its deliveries are not. */
  readonly channel: Channel | undefined
  readonly deliveries: readonly Delivery[]
}

/** Returns each channel with its last deliveries; channels that are gone come last. */
export function deliveriesByChannel({
  channels,
  deliveries,
}: Pick<Notifications, 'channels' | 'deliveries'>): readonly ChannelDeliveries[] {
  const groups = Map.groupBy(deliveries, ({ channel }) => channel)
  const current = channels.map((channel) => ({ name: channel.name, channel }))
  const gone = [...groups.keys()]
    .filter((name) => channels.every((channel) => channel.name !== name))
    .map((name) => ({ name, channel: undefined }))
  return [...current, ...gone].map((one) => ({
    ...one,
    deliveries: (groups.get(one.name) ?? []).slice(0, MAX_LISTED),
  }))
}

/** Returns a delivery in words: its result, and why it failed. */
export function describeDelivery({ outcome, attempt, status, error }: Delivery): string {
  const words = {
    delivered: 'delivered',
    retry: 'failed, is tried again',
    failed: 'failed, given up',
    dropped: 'dropped',
  } as Readonly<Record<string, string>>
  const tries = attempt > 1 ? `, attempt ${attempt}` : ''
  const reason = error ?? (status === undefined ? '' : `status ${status}`)
  const because = outcome === 'delivered' || reason === '' ? '' : `: ${reason}`
  return `${words[outcome] ?? outcome}${tries}${because}`
}

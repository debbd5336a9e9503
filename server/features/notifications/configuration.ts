import { hash } from 'node:crypto'
import { compareSeverities, type Severity } from '../../diagnosis/finding.ts'
import type { Problem } from './alerts/problem.ts'
import type { ChannelType, Endpoint } from './channels/send-message.ts'
import { parseCallerTarget, parseOperatorTarget, TargetError, type TargetRules } from './channels/target.ts'
import { parseWebhookSecret } from './messages/cloud-event.ts'
import type { Message } from './messages/message.ts'

/** A filter of problems. */
export interface ProblemFilter {
  readonly minSeverity?: Severity
  readonly namespaces?: readonly string[]
}

/** A channel as it is stored: its URL and secret are sealed. */
export interface StoredChannel extends ProblemFilter {
  readonly name: string
  readonly type: ChannelType
}

/** URL and secret of a channel. */
export interface ChannelSecrets {
  readonly url: string
  readonly secret?: string
}

/** The configuration of the installation, as callers set it. */
export interface Configuration extends ProblemFilter {
  readonly enabled?: boolean
  readonly kinds?: readonly string[]
  readonly repeatHours?: number
  readonly channels: readonly StoredChannel[]
  /** By the channel's name. */
  readonly secrets: Readonly<Record<string, ChannelSecrets>>
  /** Ids of successful tests of channels that were broken, by the channel's name: they end that. */
  readonly tested: Readonly<Record<string, string>>
  /** Messages of callers that the holder of the Lease has not taken yet. */
  readonly outgoing: readonly Message[]
}

export const emptyConfiguration: Configuration = { channels: [], secrets: {}, tested: {}, outgoing: [] }

/** A channel with its address, wherever it is set. */
export interface Channel extends StoredChannel {
  /** The operator of the service has set it. */
  readonly managed: boolean
  readonly url: string | undefined
  readonly secret: string | undefined
  /** Id of the last test that ended that the channel was broken. */
  readonly tested?: string
}

/** Default least severity. */
export const MIN_SEVERITY: Severity = 'warning'

/** Returns a text that changes with the address of a channel, and with a test that mends it; it does not reveal the address. */
export function revisionOf({ type, url = '', secret = '', tested = '' }: Channel): string {
  return hash('sha256', JSON.stringify([type, url, secret, tested])).slice(0, 16)
}

/** Returns the address of a channel for a request. Throws TargetError if it is not usable. */
export function endpointOf(channel: Channel, rules: TargetRules): Endpoint {
  const { url, secret, type, managed } = channel
  if (url === undefined) throw new TargetError('cannot be read: set it again')
  const key = secret === undefined ? undefined : parseWebhookSecret(secret)
  if (secret !== undefined && key === undefined)
    throw new TargetError('has a secret that is not whsec_ and 24 to 64 bytes in base64')
  return managed
    ? { type, target: parseOperatorTarget(url), secret: key, addresses: undefined }
    : { type, target: parseCallerTarget(url, rules), secret: key, addresses: rules.addresses }
}

/** Returns the filter of a channel's problems: the channel's own over that of the installation. */
export function filterOf(
  channel: ProblemFilter,
  { minSeverity = MIN_SEVERITY, namespaces = [], kinds = [] }: Configuration,
  pathOf: (kind: string) => string,
): (problem: Problem) => boolean {
  const least = channel.minSeverity ?? minSeverity
  const places = new Set(channel.namespaces ?? namespaces)
  const paths = new Set(kinds)
  return ({ severity, namespace, kind }) =>
    compareSeverities(severity, least) <= 0 &&
    (places.size === 0 || places.has(namespace)) &&
    (paths.size === 0 || paths.has(pathOf(kind)))
}

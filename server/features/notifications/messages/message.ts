import type { Severity } from '../../../diagnosis/finding.ts'

/** Kinds of messages: transitions of alerts, a digest of many, a text of a caller, a test of a channel. */
export const messageTypes = [
  'firing',
  'resolved',
  'flapping',
  'repeated',
  'storm',
  'message',
  'test',
] as const
export type MessageType = (typeof messageTypes)[number]

/** One problem of a message; in a digest all problems of one rule. */
export interface MessageItem {
  readonly severity: Severity
  readonly title: string
  readonly message: string
  readonly rule?: string
  readonly kind?: string
  readonly namespace?: string
  readonly name?: string
  /** Objects with the problem; in a digest, the problems. */
  readonly affected?: number
  /** RFC 3339, in seconds. */
  readonly since?: string
}

/** A message as every channel gets it, whatever its format. */
export interface Message {
  /** The same for every attempt, so that receivers can leave out duplicates; without a dot. */
  readonly id: string
  readonly type: MessageType
  /** Milliseconds since 1970. */
  readonly at: number
  /** Absent for a message about no cluster. */
  readonly context?: string
  readonly namespace?: string
  readonly severity: Severity
  readonly title: string
  readonly items: readonly MessageItem[]
  /** Number of problems that are not among the items. */
  readonly more: number
}

import { hash } from 'node:crypto'
import type { Severity } from '../../../diagnosis/finding.ts'

/** A fault of the cluster as the diagnosis lists it: the cause, folded to the owner of its objects. */
export interface Problem {
  readonly context: string
  readonly rule: string
  readonly severity: Severity
  /** Kubernetes kind of the subject: `Deployment`. */
  readonly kind: string
  readonly name: string
  /** Empty for a subject outside of namespaces. */
  readonly namespace: string
  readonly title: string
  readonly message: string
  /** Number of objects with the fault. */
  readonly affected: number
  /** Milliseconds since 1970; undefined if the cluster does not say since when. */
  readonly since: number | undefined
  /** Registry of the image, if the fault is about one. */
  readonly registry?: string
}

/** Length of a fingerprint in hexadecimal digits. */
const DIGITS = 32

/**
 * Returns the identity of an alert. The message is no part of it, since messages contain times and addresses; neither is the
 * severity, which changes as a fault spreads.
 */
export function fingerprintOf({ context, rule, kind, namespace, name }: Problem): string {
  return hash('sha256', JSON.stringify([context, rule, kind, namespace, name])).slice(0, DIGITS)
}

import { reportFailure } from '../core/background.ts'
import { errorMessage } from '../core/errors.ts'
import { fullNameOf, type ObjectName } from './finding.ts'

/** Interval at which the failure of one rule is reported again: an object may change every second. */
const AGAIN_MS = 3_600_000

interface RuleFailure {
  readonly subject: ObjectName
  readonly error: unknown
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Reports rules that cannot read an object, which has a field of another type than its kind declares. */
export class RuleFailures {
  readonly #reportedAt = new Map<string, number>()

  report(rule: string, { subject, error, now }: RuleFailure): void {
    if (now - (this.#reportedAt.get(rule) ?? -Infinity) < AGAIN_MS) return
    this.#reportedAt.set(rule, now)
    const reason = `rule "${rule}" cannot read ${fullNameOf(subject)}: ${errorMessage(error)}`
    reportFailure('diagnosis', new Error(reason, { cause: error }))
  }
}

/** The failures of this process: rules run for requests and for findings that are kept up. */
export const ruleFailures = new RuleFailures()

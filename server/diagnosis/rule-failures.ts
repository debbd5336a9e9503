import { Counter } from 'prom-client'
import { errorFields, type Log } from '../telemetry/log.ts'
import { fullNameOf, type ObjectName } from './finding.ts'

/** Interval at which the failure of one rule is logged again: an object may change every second. */
const AGAIN_MS = 3_600_000

interface RuleFailure {
  readonly subject: ObjectName
  readonly error: unknown
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Counts and logs rules that cannot read an object, which has a field of another type than its kind declares. */
export class RuleFailures {
  readonly #loggedAt = new Map<string, number>()
  #log: Pick<Log, 'warn'> | undefined
  /** Belongs to no registry yet. */
  readonly counter = new Counter({
    name: 'cluster_inspector_diagnosis_rule_failures_total',
    help: 'Runs of rules that could not read an object, by rule; the findings of the other rules are complete',
    labelNames: ['rule'],
    registers: [],
  })

  /** Logs failures there from now on. */
  logTo(log: Pick<Log, 'warn'>): void {
    this.#log = log
  }

  report(rule: string, { subject, error, now }: RuleFailure): void {
    this.counter.inc({ rule })
    if (now - (this.#loggedAt.get(rule) ?? -Infinity) < AGAIN_MS) return
    this.#loggedAt.set(rule, now)
    this.#log?.warn(`rule "${rule}" cannot read ${fullNameOf(subject)}; its findings are missing`, {
      rule,
      ...errorFields(error),
    })
  }
}

/** The failures of this process: rules run for requests and for findings that are kept up. */
export const ruleFailures = new RuleFailures()

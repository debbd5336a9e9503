import { inNamespace } from '../cluster/client/api-call.ts'
import type { Kind } from '../cluster/kind.ts'
import type { KubernetesObject } from '../kinds/define-kind.ts'
import type { AnyRule, RulesByKind } from './define-rule.ts'
import {
  FactLog,
  FactPendingError,
  Facts,
  FactUnavailableError,
  kindKey,
  objectKey,
  type FactSource,
} from './facts.ts'
import { safeResult, type Finding, type ObjectName, type RuleResult } from './finding.ts'
import { findingsOfOwned } from './owned-findings.ts'
import { topOwner } from './top-owner.ts'

/** The findings of one object, and what they depend on. */
export interface ObjectDiagnosis {
  readonly findings: readonly Finding[]
  readonly log: FactLog
}

interface DiagnosisOptions {
  readonly source: FactSource
  readonly rules: RulesByKind
  /** Milliseconds since 1970. */
  readonly now: number
  /** Called if a rule throws: an object has a field of another type than its kind declares. */
  readonly failed: (rule: string, error: unknown, subject: ObjectName) => void
}

/** An object that is diagnosed, and its name in findings. */
interface Diagnosed {
  readonly object: KubernetesObject
  readonly subject: ObjectName
}

/** A rule that found something, with what it read. */
interface Match {
  readonly rule: AnyRule
  readonly result: RuleResult
  readonly shown: ReturnType<typeof safeResult>
  readonly log: FactLog
}

/** One pass of the rules over one state of the facts: objects that explain others are diagnosed once. */
export class Diagnosis {
  readonly #options: DiagnosisOptions
  readonly #done = new Map<string, ObjectDiagnosis>()
  readonly #running = new Set<string>()
  readonly #computed = new Map<string, { readonly value: unknown; readonly log: FactLog }>()

  constructor(options: DiagnosisOptions) {
    this.#options = options
  }

  /** Returns the findings of an object. */
  of(kind: Kind<KubernetesObject>, object: KubernetesObject): ObjectDiagnosis {
    const subject = subjectOf(kind, object)
    const key = objectKey(kind, subject)
    const done = this.#done.get(key)
    if (done !== undefined) return done
    // Objects that own each other in a circle: none of them explains the others.
    if (this.#running.has(key)) return { findings: [], log: new FactLog() }
    this.#running.add(key)
    const log = new FactLog()
    const matches = this.#matches(kind, { object, subject }, log)
    const owner = matches.length === 0 ? undefined : this.#ownerOf({ object, subject }, log)
    const findings = matches.map((match) => findingOf(match, subject, owner))
    this.#running.delete(key)
    const diagnosis = { findings, log }
    this.#done.set(key, diagnosis)
    return diagnosis
  }

  /** Returns the findings of an object, then those of what it controls, whether or not they explain it. */
  ofChain(kind: Kind<KubernetesObject>, object: KubernetesObject): ObjectDiagnosis {
    const { findings, log: own } = this.of(kind, object)
    const log = new FactLog()
    log.add(own)
    const facts = this.#facts(log)
    const owned = this.#attempt('owned', subjectOf(kind, object), () =>
      facts.optional(() => findingsOfOwned(kind, object, facts)),
    )
    return { findings: [...findings, ...(owned ?? [])], log }
  }

  #matches(kind: Kind<unknown>, diagnosed: Diagnosed, log: FactLog): readonly Match[] {
    const rules = this.#options.rules.get(kindKey(kind))
    const run = (selected: readonly AnyRule[] = []) =>
      selected.flatMap((rule) => this.#match(rule, diagnosed, log) ?? [])
    const found = run(rules?.ordinary)
    return found.length > 0 ? found : run(rules?.fallback)
  }

  #match(rule: AnyRule, { object, subject }: Diagnosed, log: FactLog): Match | undefined {
    const own = new FactLog()
    try {
      // The rule and the object are of the same kind.
      const result = rule.find(object as never, this.#facts(own))
      return result === undefined ? undefined : { rule, result, shown: safeResult(result), log: own }
    } catch (error) {
      if (error instanceof FactUnavailableError) own.miss(error)
      else if (!(error instanceof FactPendingError)) this.#options.failed(rule.id, error, subject)
      return undefined
    } finally {
      log.add(own)
    }
  }

  #ownerOf({ object, subject }: Diagnosed, log: FactLog): ObjectName | undefined {
    return this.#attempt('owner', subject, () => topOwner(object, this.#facts(log)))
  }

  /** Returns what a function reads; undefined while a fact is pending, or if an object is not as its kind declares. */
  #attempt<V>(work: string, subject: ObjectName, read: () => V): V | undefined {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof FactPendingError)) this.#options.failed(work, error, subject)
      return undefined
    }
  }

  #facts(log: FactLog): Facts {
    return new Facts(this.#options.source, this.#options.now, log, {
      diagnose: (kind, object, reader) => {
        const other = this.of(kind, object)
        reader.add(other.log)
        return other.findings
      },
      once: (key, compute, reader) => this.#once(key, compute, reader),
    })
  }

  #once<V>(key: string, compute: (facts: Facts) => V, reader: FactLog): V {
    const known = this.#computed.get(key)
    const log = known?.log ?? new FactLog()
    try {
      // The key stands for the computation, so the type matches.
      const value = known === undefined ? compute(this.#facts(log)) : (known.value as V)
      this.#computed.set(key, { value, log })
      return value
    } finally {
      reader.add(log)
    }
  }
}

function subjectOf({ kind }: Kind<unknown>, { metadata }: KubernetesObject): ObjectName {
  return { kind, name: metadata.name, ...inNamespace(metadata.namespace) }
}

function findingOf(
  { rule, result, shown, log }: Match,
  subject: ObjectName,
  owner: ObjectName | undefined,
): Finding {
  const { causes = [], confidence, patch } = result
  return {
    ...shown,
    id: [rule.id, subject.kind, subject.namespace ?? '', subject.name].join('/'),
    rule: rule.id,
    severity: result.severity ?? rule.severity,
    subject,
    subjectKind: kindKey(rule.on),
    confidence,
    patch,
    causes: [...new Map(causes.map((one) => [one.id, one])).values()],
    owner,
    kinds: log.kinds,
  }
}

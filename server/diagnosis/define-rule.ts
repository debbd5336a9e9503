import type { Kind } from '../cluster/kind.ts'
import type { KubernetesObject } from '../kinds/define-kind.ts'
import { kindKey, type Facts } from './facts.ts'
import type { RuleResult, Severity } from './finding.ts'

/** A rule: a pure function from an object and further facts to what is wrong with it. */
export interface Rule<T extends KubernetesObject> {
  /** `image-not-found`: identifies the rule in responses, metrics and alerts. */
  readonly id: string
  /** Kind of the objects that the rule is about. */
  readonly on: Kind<T>
  readonly severity: Severity
  /** One sentence for the documents: "The image or its tag does not exist." */
  readonly description: string
  /** Whether the rule runs only for an object that no other rule found anything wrong with. */
  readonly isFallback?: true
  /** Returns what is wrong; undefined if nothing is, or nothing that this rule knows. */
  readonly find: (object: T, facts: Facts) => RuleResult | undefined
}

/** A row of the register: a rule whose type of objects is known only inside it. */
export type AnyRule = Omit<Rule<KubernetesObject>, 'find'> & {
  readonly find: (object: never, facts: Facts) => RuleResult | undefined
}

/** The rules of one kind. */
interface RulesOfKind {
  readonly ordinary: readonly AnyRule[]
  /** Rules that run where no other matches. */
  readonly fallback: readonly AnyRule[]
}

/** Rules by the keys of the kinds that they are about. */
export type RulesByKind = ReadonlyMap<string, RulesOfKind>

/** Groups rules by kind; the result is kept, since every pass of the rules needs it. */
export function rulesByKind(rules: readonly AnyRule[]): RulesByKind {
  const groups = Map.groupBy(rules, ({ on }) => kindKey(on))
  return new Map(
    [...groups].map(([key, all]) => [
      key,
      {
        ordinary: all.filter(({ isFallback }) => isFallback !== true),
        fallback: all.filter(({ isFallback }) => isFallback === true),
      },
    ]),
  )
}

/** Declares a rule. */
export function defineRule<T extends KubernetesObject>(rule: Rule<T>): Rule<T> {
  return rule
}

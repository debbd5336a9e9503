import type { Kind } from '../cluster/kind.ts'
import { daemonSets } from '../kinds/daemonsets/kind.ts'
import type { KubernetesObject } from '../kinds/define-kind.ts'
import { jobs } from '../kinds/jobs/kind.ts'
import type { Job } from '../kinds/jobs/model.ts'
import { jobStatus } from '../kinds/jobs/status.ts'
import { replicaSets } from '../kinds/replicasets/kind.ts'
import type { ReplicaSet } from '../kinds/replicasets/model.ts'
import { statefulSets } from '../kinds/statefulsets/kind.ts'
import { desiredReplicas } from '../kinds/statefulsets/status.ts'
import { defineRule, type AnyRule } from './define-rule.ts'
import { conditionEvidence, eventEvidence } from './evidence.ts'
import { conditionOf } from '../kinds/shared/conditions.ts'
import type { Facts } from './facts.ts'
import type { Evidence, RuleResult } from './finding.ts'

/** A Pod that a controller could not create. */
interface FailedCreation {
  /** The words of the API server. */
  readonly text: string
  readonly evidence: Evidence
  readonly since: string | null | undefined
}

interface CreationRule {
  readonly id: string
  readonly description: string
  /** Returns what the words of the API server mean; undefined if the rule does not know them. */
  readonly explain: (
    text: string,
    facts: Facts,
  ) => Omit<RuleResult, 'evidence' | 'since' | 'confidence'> | undefined
}

/**
 * The words of controllers before those of the API server.
 * Source: k8s.io/kubernetes/pkg/controller/controller_utils.go, pkg/controller/statefulset/stateful_pod_control.go,
 * client-go/tools/record/events_cache.go.
 */
const PREFIX =
  /^(?:\(combined from similar events\): )?(?:Error creating: |create (?:Pod|Claim) .+? in StatefulSet \S+ failed error: )?/

/** The name of the Pod is another one at each attempt. Source: k8s.io/apimachinery/pkg/api/errors, NewForbidden. */
const SUBJECT = /^(?:pods|persistentvolumeclaims) "[^"]*" is forbidden: /

/** Reasons of Events after which an earlier failure counts no more. */
const OUTCOMES: ReadonlySet<string> = new Set(['FailedCreate', 'SuccessfulCreate'])

/** Declares one rule for the controllers of Pods: those of each kind have fewer Pods than they should. */
export function creationRules(rule: CreationRule): readonly AnyRule[] {
  return [
    creationRule(rule, replicaSets, failureOfReplicaSet),
    creationRule(rule, statefulSets, (one, facts) =>
      (one.status?.replicas ?? 0) < desiredReplicas(one) ? lastEvent(statefulSets, one, facts) : undefined,
    ),
    creationRule(rule, daemonSets, (one, facts) =>
      (one.status?.currentNumberScheduled ?? 0) < (one.status?.desiredNumberScheduled ?? 0)
        ? lastEvent(daemonSets, one, facts)
        : undefined,
    ),
    creationRule(rule, jobs, (one, facts) => (hasTooFewPods(one) ? lastEvent(jobs, one, facts) : undefined)),
  ]
}

function creationRule<T extends KubernetesObject>(
  { id, description, explain }: CreationRule,
  on: Kind<T>,
  failureOf: (object: T, facts: Facts) => FailedCreation | undefined,
): AnyRule {
  return defineRule<T>({
    id,
    on,
    severity: 'critical',
    description,
    find: (object, facts) => {
      const failure = failureOf(object, facts)
      const meaning = failure === undefined ? undefined : explain(failure.text, facts)
      if (failure === undefined || meaning === undefined) return undefined
      const { evidence, since } = failure
      return { ...meaning, evidence: [evidence], since: since ?? null, confidence: 0.95 }
    },
  })
}

function hasTooFewPods(job: Job): boolean {
  const { spec, status } = job
  const left = (spec?.completions ?? Infinity) - (status?.succeeded ?? 0)
  const wanted = Math.min(spec?.parallelism ?? 1, left)
  const isRunning = jobStatus(job) === 'Running' && spec?.suspend !== true
  return isRunning && (status?.active ?? 0) < wanted
}

/** ReplicaSets have a condition as long as the last attempt has failed. */
function failureOfReplicaSet(replicaSet: ReplicaSet): FailedCreation | undefined {
  const condition = conditionOf(replicaSet, 'ReplicaFailure')
  if (condition?.status !== 'True' || condition.reason !== 'FailedCreate') return undefined
  const { message = '', lastTransitionTime } = condition
  const evidence = conditionEvidence(replicaSets, replicaSet, condition)
  return { text: wordsOf(message), evidence, since: lastTransitionTime }
}

/** Other controllers have Events alone. */
function lastEvent<T extends KubernetesObject>(
  kind: Kind<T>,
  object: T,
  facts: Facts,
): FailedCreation | undefined {
  const outcomes = facts.events(kind, object).filter(({ reason = '' }) => OUTCOMES.has(reason))
  const last = outcomes[0]
  if (last?.reason !== 'FailedCreate') return undefined
  const success = outcomes.findIndex(({ reason }) => reason !== 'FailedCreate')
  const first = outcomes.at(success === -1 ? -1 : success - 1)
  return {
    text: wordsOf(last.message ?? ''),
    evidence: eventEvidence(last),
    since: first?.firstTimestamp ?? first?.eventTime,
  }
}

function wordsOf(message: string): string {
  return message.replace(PREFIX, '').replace(SUBJECT, '')
}

import { deployments } from '../../kinds/deployments/kind.ts'
import { horizontalPodAutoscalers } from '../../kinds/horizontalpodautoscalers/kind.ts'
import type { HorizontalPodAutoscaler } from '../../kinds/horizontalpodautoscalers/model.ts'
import { findingsOfApis } from '../aggregated-apis.ts'
import { defineRule } from '../define-rule.ts'
import { conditionEvidence } from '../evidence.ts'
import { conditionOf } from '../../kinds/shared/conditions.ts'
import type { Facts } from '../facts.ts'
import type { Finding } from '../finding.ts'
import { findingsOfDeployment } from '../owned-pods.ts'

const WAIT_MS = 60_000
/** The target is scaled to zero, which is no fault. Source: k8s.io/kubernetes/pkg/controller/podautoscaler/horizontal.go. */
const DISABLED = 'ScalingDisabled'

/** Words of messages, and the next step. Source: k8s.io/kubernetes/pkg/controller/podautoscaler/{metrics,replica_calculator.go}. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/missing request for/, 'Set requests of this resource for every container of the Pod template.'],
  [
    /could not find the requested resource|unable to handle the request|unable to fetch metrics/,
    'Install or mend the metrics API: kubectl get apiservices | grep metrics.',
  ],
  [
    /did not receive metrics for|no metrics returned from/,
    'Look at the Pods of the target, which have no metrics while they are not ready: kubectl top pods.',
  ],
  [/selector/, 'Correct the selector: it has to select the Pods of the target, and those of no other.'],
]

/** The API that does not answer: `(get pods.metrics.k8s.io)`. Source: k8s.io/apimachinery/pkg/api/errors, NewGenericServerResponse. */
const METRICS_API = /\((?:get|list) \S*?((?:custom\.|external\.)?metrics\.k8s\.io)\b/
/** The API answers, but the Pods have no metrics. */
const NO_SAMPLES = /did not receive metrics for|no metrics returned from/

export const autoscalerWithoutMetrics = defineRule({
  id: 'autoscaler-without-metrics',
  on: horizontalPodAutoscalers,
  severity: 'warning',
  description: 'For a minute, a HorizontalPodAutoscaler cannot compute a number of replicas.',
  find: (autoscaler, facts) => {
    const active = conditionOf(autoscaler, 'ScalingActive')
    if (active?.status !== 'False' || active.reason === DISABLED) return undefined
    const { message = '', reason = 'no reason', lastTransitionTime } = active
    if (!facts.elapsed(lastTransitionTime, WAIT_MS)) return undefined
    const target = autoscaler.spec?.scaleTargetRef
    return {
      title: 'autoscaler has no metrics',
      message: `${target?.kind ?? 'The target'} "${target?.name ?? ''}" is not scaled since ${lastTransitionTime}: ${message || reason}`,
      evidence: [conditionEvidence(horizontalPodAutoscalers, autoscaler, active)],
      hint:
        HINTS.find(([pattern]) => pattern.test(message))?.[1] ??
        'Look at the metric and its adapter: kubectl describe hpa.',
      since: lastTransitionTime ?? null,
      confidence: 0.95,
      group: reason,
      causes: causesOf(autoscaler, message, facts),
    }
  },
})

/** Returns the findings of the metrics API, or of the Deployment whose Pods have no metrics. */
function causesOf(
  { metadata, spec }: HorizontalPodAutoscaler,
  message: string,
  facts: Facts,
): readonly Finding[] {
  const group = METRICS_API.exec(message)?.[1]
  if (group !== undefined) return findingsOfApis(facts, (one) => one === group)
  const { kind, name = '' } = spec?.scaleTargetRef ?? {}
  if (kind !== deployments.kind || !NO_SAMPLES.test(message)) return []
  const target = facts.optional(() => facts.get(deployments, name, metadata.namespace))
  return target === undefined ? [] : findingsOfDeployment(target, facts)
}

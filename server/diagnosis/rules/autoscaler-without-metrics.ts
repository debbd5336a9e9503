import { horizontalPodAutoscalers } from '../../kinds/horizontalpodautoscalers/kind.ts'
import { defineRule } from '../define-rule.ts'
import { conditionEvidence, conditionOf } from '../evidence.ts'

const WAIT_MS = 60_000
/** The target is scaled to zero, which is no fault. Source: k8s.io/kubernetes/pkg/controller/podautoscaler/horizontal.go. */
const DISABLED = 'ScalingDisabled'

/** Words of messages, and the next step. Source: k8s.io/kubernetes/pkg/controller/podautoscaler/{metrics,replica_calculator.go}. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/missing request for/, 'Set requests of this resource for every container of the Pod template.'],
  [
    /could not find the requested resource|no metrics returned from|unable to fetch metrics/,
    'Install or mend the metrics API: kubectl get apiservices | grep metrics.',
  ],
  [/selector/, 'Correct the selector: it has to select the Pods of the target, and those of no other.'],
]

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
    }
  },
})

import { podDisruptionBudgets } from '../../kinds/poddisruptionbudgets/kind.ts'
import { defineRule } from '../define-rule.ts'
import { fieldEvidence } from '../evidence.ts'
import { conditionOf } from '../../kinds/shared/conditions.ts'

export const disruptionNotAllowed = defineRule({
  id: 'disruption-not-allowed',
  on: podDisruptionBudgets,
  severity: 'warning',
  description: 'A PodDisruptionBudget allows no eviction although all of its Pods are healthy.',
  find: (budget) => {
    const { spec, status } = budget
    const { expectedPods = 0, currentHealthy = 0, desiredHealthy = 0, disruptionsAllowed = 0 } = status ?? {}
    if (disruptionsAllowed > 0 || expectedPods === 0 || currentHealthy < expectedPods) return undefined
    // The controller has not counted the Pods, or could not.
    const allowed = conditionOf(budget, 'DisruptionAllowed')
    if (allowed?.status !== 'False' || allowed.reason !== 'InsufficientPods') return undefined
    const [field, value] =
      spec?.maxUnavailable === undefined || spec.maxUnavailable === null
        ? (['spec.minAvailable', spec?.minAvailable] as const)
        : (['spec.maxUnavailable', spec.maxUnavailable] as const)
    return {
      title: 'no Pod may be evicted',
      message: `All of its Pods are healthy (${expectedPods}), and it requires ${desiredHealthy} of them, so a node with one of them cannot be drained.`,
      evidence: [
        fieldEvidence(podDisruptionBudgets, budget, 'status.disruptionsAllowed', '0'),
        fieldEvidence(podDisruptionBudgets, budget, field, String(value ?? 1)),
      ],
      hint: 'Lower spec.minAvailable or raise spec.maxUnavailable, or run one replica more.',
      since: allowed.lastTransitionTime ?? null,
      confidence: 0.95,
    }
  },
})

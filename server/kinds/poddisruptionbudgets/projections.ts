import { projectConditions } from '../shared/conditions.ts'
import { projectSelector } from '../shared/label-selector.ts'
import { commonDetail, commonSummary, ownerReferences } from '../shared/metadata.ts'
import { omitEmpty } from '../shared/omit-empty.ts'
import type { PodDisruptionBudget } from './model.ts'
import type { BudgetDetail, BudgetSummary } from './schema.ts'

/** Projects a PodDisruptionBudget for lists; `now` in milliseconds since 1970. */
export function budgetSummary(budget: PodDisruptionBudget, now: number): BudgetSummary {
  return { ...commonSummary(budget.metadata, now), ...fieldsOf(budget) }
}

/** Projects a PodDisruptionBudget for its detail response; `now` in milliseconds since 1970. */
export function budgetDetail(budget: PodDisruptionBudget, now: number): BudgetDetail {
  const { metadata, spec, status } = budget
  return {
    name: metadata.name,
    ...commonDetail(metadata, now),
    ...fieldsOf(budget),
    ...omitEmpty({ unhealthyPodEvictionPolicy: spec?.unhealthyPodEvictionPolicy }),
    conditions: projectConditions(status?.conditions),
    ownerReferences: ownerReferences(metadata),
  }
}

/** Before the disruption controller reports, every count is 0. */
function fieldsOf({ metadata, spec, status }: PodDisruptionBudget) {
  return {
    namespace: metadata.namespace ?? '',
    currentHealthy: status?.currentHealthy ?? 0,
    desiredHealthy: status?.desiredHealthy ?? 0,
    expectedPods: status?.expectedPods ?? 0,
    disruptionsAllowed: status?.disruptionsAllowed ?? 0,
    ...omitEmpty({
      minAvailable: spec?.minAvailable,
      maxUnavailable: spec?.maxUnavailable,
      selector: spec?.selector && projectSelector(spec.selector),
    }),
  }
}

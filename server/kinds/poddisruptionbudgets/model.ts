import type { Condition, IntOrString, LabelSelector, List, ObjectMeta } from '../../cluster/objects.ts'

/** policy/v1 PodDisruptionBudget: the fields the service reads. */
export interface PodDisruptionBudget {
  metadata: ObjectMeta
  spec?: {
    minAvailable?: IntOrString | null
    maxUnavailable?: IntOrString | null
    selector?: LabelSelector | null
    unhealthyPodEvictionPolicy?: string | null
  }
  status?: {
    currentHealthy?: number
    desiredHealthy?: number
    expectedPods?: number
    disruptionsAllowed?: number
    conditions?: List<Condition>
  }
}

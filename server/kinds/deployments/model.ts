import type { Condition, IntOrString, LabelSelector, List, ObjectMeta } from '../../cluster/objects.ts'
import type { PodTemplate } from '../pods/model.ts'

/** apps/v1 Deployment: the fields the service reads. */
export interface Deployment {
  metadata: ObjectMeta
  spec?: {
    replicas?: number | null
    paused?: boolean
    selector?: LabelSelector | null
    strategy?: {
      type?: string
      rollingUpdate?: { maxSurge?: IntOrString | null; maxUnavailable?: IntOrString | null } | null
    }
    template?: PodTemplate
  }
  status?: {
    observedGeneration?: number
    replicas?: number
    updatedReplicas?: number
    readyReplicas?: number
    availableReplicas?: number
    unavailableReplicas?: number
    conditions?: List<Condition>
  }
}

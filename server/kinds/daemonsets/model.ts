import type { IntOrString, LabelSelector, ObjectMeta } from '../../cluster/objects.ts'
import type { PodTemplate } from '../pods/model.ts'

/** apps/v1 DaemonSet: the fields the service reads. */
export interface DaemonSet {
  metadata: ObjectMeta
  spec?: {
    updateStrategy?: {
      type?: string
      rollingUpdate?: { maxSurge?: IntOrString | null; maxUnavailable?: IntOrString | null } | null
    } | null
    selector?: LabelSelector | null
    template?: PodTemplate
  }
  status?: {
    observedGeneration?: number
    desiredNumberScheduled?: number
    currentNumberScheduled?: number
    numberReady?: number
    updatedNumberScheduled?: number
    numberAvailable?: number
    numberMisscheduled?: number
  }
}

import type { Condition, LabelSelector, List, ObjectMeta } from '../../cluster/objects.ts'
import type { PodTemplate } from '../pods/model.ts'

/** apps/v1 ReplicaSet: the fields the service reads. */
export interface ReplicaSet {
  metadata: ObjectMeta
  spec?: { replicas?: number | null; selector?: LabelSelector | null; template?: PodTemplate }
  status?: {
    replicas?: number
    readyReplicas?: number
    availableReplicas?: number
    conditions?: List<Condition>
  }
}

import type { Condition, LabelSelector, List, ObjectMeta, Time } from '../../cluster/objects.ts'
import type { PodTemplate } from '../pods/model.ts'

/** batch/v1 Job: the fields the service reads. */
export interface Job {
  metadata: ObjectMeta
  spec?: {
    completions?: number | null
    parallelism?: number | null
    suspend?: boolean | null
    selector?: LabelSelector | null
    template?: PodTemplate
  }
  status?: {
    active?: number
    succeeded?: number
    failed?: number
    startTime?: Time
    completionTime?: Time
    conditions?: List<Condition>
  }
}

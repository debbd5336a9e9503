import type { List, ObjectMeta, Time } from '../../cluster/objects.ts'
import type { PodTemplate } from '../pods/model.ts'

/** batch/v1 CronJob: the fields the service reads. */
export interface CronJob {
  metadata: ObjectMeta
  spec?: {
    schedule?: string
    timeZone?: string | null
    suspend?: boolean | null
    concurrencyPolicy?: string
    jobTemplate?: { spec?: { template?: PodTemplate | null } | null } | null
  }
  status?: {
    active?: List<object>
    lastScheduleTime?: Time
    lastSuccessfulTime?: Time
  }
}

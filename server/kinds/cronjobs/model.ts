import type { List, ObjectMeta, Time } from '../../cluster/objects.ts'

/** batch/v1 CronJob: the fields the service reads. */
export interface CronJob {
  metadata: ObjectMeta
  spec?: {
    schedule?: string
    timeZone?: string | null
    suspend?: boolean | null
    concurrencyPolicy?: string
  }
  status?: {
    active?: List<object>
    lastScheduleTime?: Time
    lastSuccessfulTime?: Time
  }
}

import type { FromSchema } from 'json-schema-to-ts'
import { timestamp } from '../../api/schemas/common.ts'
import {
  detailFields,
  detailRequired,
  namespaceField,
  summaryFields,
  summaryRequired,
} from '../shared/schema.ts'

const text = { type: 'string' } as const

const fields = {
  schedule: {
    ...text,
    description: 'Minute, hour, day of month, month and day of week, or `@hourly`, `@every 1h30m`, …',
  },
  timeZone: { ...text, description: "Time zone of the schedule; absent: the controller's" },
  suspend: { type: 'boolean' },
  status: { ...text, enum: ['Active', 'Suspended'], description: '`Suspended` if `suspend` is set' },
  active: { type: 'integer', minimum: 0, description: 'Number of its Jobs that have not ended' },
  lastScheduleTime: { ...timestamp, description: 'The last time a Job was created' },
  lastSuccessfulTime: { ...timestamp, description: 'The last time a Job of it was complete' },
  nextScheduleTime: {
    ...timestamp,
    description:
      'The next time by its schedule, in its time zone; without one in UTC, since the zone of the controller is not known. Times that clocks skip are left out, and those they show twice come twice, as in the controller. `concurrencyPolicy` may skip it. Absent for a suspended CronJob, and for a schedule or time zone that cannot be read or has no time within five years',
  },
  concurrencyPolicy: { ...text, description: '`Allow`, `Forbid` or `Replace`' },
} as const
const required = ['schedule', 'suspend', 'status', 'active', 'concurrencyPolicy'] as const

/** A CronJob in lists and in the live stream. */
export const cronJobSummary = {
  title: 'CronJobSummary',
  type: 'object',
  additionalProperties: false,
  required: [...summaryRequired, 'namespace', ...required],
  properties: { ...summaryFields, ...namespaceField, ...fields },
} as const

/** Response of GET /api/cronjobs/{name}. */
export const cronJobDetail = {
  title: 'CronJobDetail',
  type: 'object',
  additionalProperties: false,
  required: [...detailRequired, 'namespace', ...required],
  properties: { ...detailFields, ...namespaceField, ...fields },
} as const

export type CronJobSummary = FromSchema<typeof cronJobSummary>
export type CronJobDetail = FromSchema<typeof cronJobDetail>

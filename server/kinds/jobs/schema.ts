import type { FromSchema } from 'json-schema-to-ts'
import { timestamp } from '../../api/schemas/common.ts'
import { probedConditionsSchema } from '../shared/conditions.ts'
import { imagesSchema } from '../shared/pod-template.ts'
import {
  detailFields,
  detailRequired,
  namespaceField,
  summaryFields,
  summaryRequired,
} from '../shared/schema.ts'

const count = { type: 'integer' } as const

const fields = {
  status: {
    type: 'string',
    enum: ['Complete', 'Failed', 'Suspended', 'Running', 'Pending'],
    description:
      '`Complete`, `Failed` and `Suspended` by the conditions; `Pending` until the controller has started it (no `startTime`). A Job that is about to end (conditions `FailureTarget`, `SuccessCriteriaMet`) is `Running` until its Pods have ended',
  },
  completions: { ...count, description: 'Pods that have to succeed; absent: any one of `parallelism`' },
  parallelism: { ...count, description: 'Pods that may run at the same time' },
  succeeded: count,
  failed: count,
  active: { ...count, description: 'Pods that have not ended, ready or not' },
  startTime: { ...timestamp, description: 'Set anew when a suspended Job is resumed' },
  completionTime: { ...timestamp, description: 'Only of Jobs that are complete' },
  durationSeconds: {
    ...count,
    minimum: 0,
    description:
      'From `startTime` to the completion or the failure; absent for a Job that has not ended, whose duration is the time since `startTime`',
  },
  images: imagesSchema,
  conditions: probedConditionsSchema('JobCondition'),
} as const
const required = ['status', 'parallelism', 'succeeded', 'failed', 'active', 'images', 'conditions'] as const

/** A Job in lists and in the live stream. */
export const jobSummary = {
  title: 'JobSummary',
  type: 'object',
  additionalProperties: false,
  required: [...summaryRequired, 'namespace', ...required],
  properties: { ...summaryFields, ...namespaceField, ...fields },
} as const

/** Response of GET /api/jobs/{name}. */
export const jobDetail = {
  title: 'JobDetail',
  type: 'object',
  additionalProperties: false,
  required: [...detailRequired, 'namespace', ...required],
  properties: { ...detailFields, ...namespaceField, ...fields },
} as const

export type JobSummary = FromSchema<typeof jobSummary>
export type JobDetail = FromSchema<typeof jobDetail>

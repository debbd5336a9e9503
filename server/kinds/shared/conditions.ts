import { timestamp } from '../../api/schemas/common.ts'
import type { Condition, List } from '../../cluster/objects.ts'
import { truncateToSeconds } from '../../core/formats/timestamp.ts'
import { omitEmpty } from './omit-empty.ts'

const text = { type: 'string' } as const

/** Returns the schema of an object's conditions; `title` names one of them in the OpenAPI document. */
export function conditionsSchema<const T extends string>(title: T) {
  return {
    type: 'array',
    items: {
      title,
      type: 'object',
      additionalProperties: false,
      required: ['type', 'status'],
      properties: {
        type: text,
        status: text,
        reason: text,
        message: text,
        lastProbeTime: timestamp,
        lastTransitionTime: timestamp,
      },
    },
  } as const
}

/** Projects an object's conditions. */
export function projectConditions(conditions: List<Condition> | undefined) {
  return (conditions ?? []).map(
    ({ type, status, reason, message, lastProbeTime, lastTransitionTime }: Condition) => ({
      type,
      status,
      ...omitEmpty({
        reason,
        message,
        lastProbeTime: truncateToSeconds(lastProbeTime),
        lastTransitionTime: truncateToSeconds(lastTransitionTime),
      }),
    }),
  )
}

/** Returns the visible fields of conditions at a path. */
export function conditionFields(path: string): string[] {
  return ['message', 'reason', 'status', 'type'].map((field) => `${path}.${field}`)
}

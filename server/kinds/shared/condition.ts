import type { FromSchema } from 'json-schema-to-ts'
import { timestamp } from '../../api/schemas/common.ts'
import type { Condition, List } from '../../cluster/objects.ts'
import { truncateToSeconds } from '../../core/formats/timestamp.ts'
import { omitEmpty } from './omit-empty.ts'

const text = { type: 'string' } as const

/** Schema of the conditions in an object's status. */
export const conditionsSchema = {
  type: 'array',
  items: {
    title: 'Condition',
    type: 'object',
    additionalProperties: false,
    required: ['type', 'status'],
    properties: { type: text, status: text, reason: text, message: text, lastTransitionTime: timestamp },
  },
} as const

/** Projects the conditions in an object's status. */
export function projectConditions(
  conditions: List<Condition> | undefined,
): FromSchema<typeof conditionsSchema> {
  return (conditions ?? []).map(({ type, status, reason, message, lastTransitionTime }) => ({
    type,
    status,
    ...omitEmpty({ reason, message, lastTransitionTime: truncateToSeconds(lastTransitionTime) }),
  }))
}

/** Visible fields of the conditions in a status. */
export const conditionFields = [
  'status.conditions.message',
  'status.conditions.reason',
  'status.conditions.status',
  'status.conditions.type',
] as const

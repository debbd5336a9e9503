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

/** Returns the schema of conditions that may have the time of a probe; `title` names one of them in the OpenAPI document. */
export function probedConditionsSchema<const T extends string>(title: T) {
  const { items, type } = conditionsSchema
  return {
    type,
    items: { ...items, title, properties: { ...items.properties, lastProbeTime: timestamp } },
  } as const
}

type ProjectedCondition = FromSchema<typeof conditionsSchema>[number]

/** An object with conditions in its status. */
interface WithConditions {
  readonly status?: { readonly conditions?: List<Condition> }
}

/** Returns the condition of a type; undefined if the object has none of it. */
export function conditionOf({ status }: WithConditions, type: string): Condition | undefined {
  return status?.conditions?.find((one) => one.type === type)
}

/** Whether the condition of a type is true. */
export function hasCondition(object: WithConditions, type: string): boolean {
  return conditionOf(object, type)?.status === 'True'
}

/** Projects the conditions in an object's status. */
export function projectConditions(conditions: List<Condition> | undefined): ProjectedCondition[] {
  return (conditions ?? []).map(projectCondition)
}

/** The same, with the times of probes. */
export function projectProbedConditions(conditions: List<Condition> | undefined) {
  return (conditions ?? []).map((condition) => ({
    ...projectCondition(condition),
    ...omitEmpty({ lastProbeTime: truncateToSeconds(condition.lastProbeTime) }),
  }))
}

function projectCondition(condition: Condition): ProjectedCondition {
  const { type, status, reason, message, lastTransitionTime } = condition
  return {
    type,
    status,
    ...omitEmpty({ reason, message, lastTransitionTime: truncateToSeconds(lastTransitionTime) }),
  }
}

/** Visible fields of the conditions in a status. */
export const conditionFields = [
  'status.conditions.message',
  'status.conditions.reason',
  'status.conditions.status',
  'status.conditions.type',
] as const

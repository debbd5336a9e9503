import type { FromSchema } from 'json-schema-to-ts'
import { stringMap } from '../../api/schemas/common.ts'
import type { LabelSelector } from '../../cluster/objects.ts'
import { omitEmpty } from './omit-empty.ts'

/** Schema of a label selector: every requirement holds; without any it selects everything. */
export const labelSelectorSchema = {
  title: 'LabelSelector',
  type: 'object',
  additionalProperties: false,
  required: ['matchLabels'],
  properties: {
    matchLabels: stringMap,
    matchExpressions: {
      type: 'array',
      items: {
        title: 'LabelSelectorRequirement',
        type: 'object',
        additionalProperties: false,
        required: ['key', 'operator', 'values'],
        properties: {
          key: { type: 'string' },
          operator: { type: 'string' },
          values: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
} as const

/** Projects a label selector. */
export function projectSelector(
  selector: LabelSelector | null | undefined,
): FromSchema<typeof labelSelectorSchema> {
  const { matchLabels, matchExpressions } = selector ?? {}
  return omitEmpty({
    matchLabels: matchLabels ?? {},
    matchExpressions: matchExpressions?.map(({ key, operator, values }) => ({
      key,
      operator,
      values: [...(values ?? [])],
    })),
  })
}

/** Returns the visible fields of a label selector at a path. */
export function selectorFields(path: string): string[] {
  return [
    `${path}.matchExpressions.key`,
    `${path}.matchExpressions.operator`,
    `${path}.matchExpressions.values`,
    `${path}.matchLabels`,
  ]
}

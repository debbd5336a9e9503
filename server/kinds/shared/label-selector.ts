import type { FromSchema } from 'json-schema-to-ts'
import { stringMap } from '../../api/schemas/common.ts'
import type { LabelSelector } from '../../cluster/objects.ts'
import { parseLabelSelector, SelectorError } from '../../core/formats/label-selector.ts'
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

const OPERATORS: Readonly<Record<string, (key: string, values: readonly string[]) => string>> = {
  In: (key, values) => `${key} in (${values.join(',')})`,
  NotIn: (key, values) => `${key} notin (${values.join(',')})`,
  Exists: (key) => key,
  DoesNotExist: (key) => `!${key}`,
}

/** Converts an object's selector to a list's labelSelector. Source: meta/v1, LabelSelectorAsSelector. */
export function selectorText(selector: LabelSelector | null | undefined): string {
  const labels = Object.entries(selector?.matchLabels ?? {}).map(([key, value]) => `${key}=${value}`)
  const expressions = (selector?.matchExpressions ?? []).map(
    ({ key, operator, values }) =>
      (Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator]?.(key, values ?? []) : undefined) ?? key,
  )
  return [...labels, ...expressions].join(',')
}

/** Returns a selector that can be parsed; undefined for any other, which selects nothing. */
export function validSelector(selector: string | undefined): string | undefined {
  try {
    if (selector !== undefined) parseLabelSelector(selector)
    return selector
  } catch (error) {
    if (error instanceof SelectorError) return undefined
    throw error
  }
}

import type { IntOrString } from '../../cluster/objects.ts'

/**
 * Resolves a number or a percentage of a total to an absolute number; undefined for an unreadable value. Source: apimachinery,
 * intstr.GetScaledValueFromIntOrPercent.
 */
export function resolveIntOrPercent(
  value: IntOrString,
  total: number,
  round: (value: number) => number,
): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined
  const percent = /^(\d{1,9})%$/.exec(value)?.[1]
  return percent === undefined ? undefined : round((Number(percent) * total) / 100)
}

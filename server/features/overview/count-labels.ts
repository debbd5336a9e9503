import { compareTexts } from '../../core/formats/compare-texts.ts'
import { TimeSlice, type Scheduler } from '../../core/scheduler.ts'
import type { LabelledResource, LabelSummary } from './labels-schema.ts'

/** Labelled objects of one kind; `type` is its name in paths. */
export interface LabelledKind {
  readonly type: string
  readonly objects: readonly LabelledResource[]
}

interface KeyCounts {
  readonly values: Map<string, number>
  readonly types: Set<string>
  total: number
}

/**
 * Counts the objects with each label key, and with each of its values; keys are ordered bytewise. Rejects with the reason of the
 * signal.
 */
export async function countLabels(
  kinds: readonly LabelledKind[],
  { scheduler, signal }: { readonly scheduler: Scheduler; readonly signal: AbortSignal },
): Promise<LabelSummary[]> {
  const counts = new Map<string, KeyCounts>()
  const slices = new TimeSlice(scheduler)
  for (const { type, objects } of kinds)
    for (const { labels } of objects) {
      for (const [key, value] of Object.entries(labels)) add(counts, type, key, value)
      if (slices.expired) await slices.yield(signal)
    }
  return [...counts]
    .map(([key, { values, types, total }]) => ({
      key,
      values: [...values].map(([value, count]) => ({ value, count })).toSorted(byFrequency),
      totalCount: total,
      resourceTypes: [...types],
    }))
    .toSorted((one, other) => compareTexts(one.key, other.key))
}

function add(counts: Map<string, KeyCounts>, type: string, key: string, value: string): void {
  let entry = counts.get(key)
  if (entry === undefined) counts.set(key, (entry = { values: new Map(), types: new Set(), total: 0 }))
  entry.values.set(value, (entry.values.get(value) ?? 0) + 1)
  entry.types.add(type)
  entry.total++
}

function byFrequency(one: LabelSummary['values'][number], other: LabelSummary['values'][number]): number {
  return other.count - one.count || compareTexts(one.value, other.value)
}

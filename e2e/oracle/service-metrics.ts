import { exposition, type Exposition } from '../support/exposition.ts'

/** Counts the ends of watches by reason, for one resource or for all. */
export function endsOf(found: Exposition, resource?: string): Record<string, number> {
  const labels = resource === undefined ? {} : { resource }
  return found.by('cluster_inspector_reflector_ends_total', 'reason', labels)
}

/** Reads the service's counts of ended watches by reason and of lists by kind. */
export async function readMetrics(operations: string): Promise<Record<string, number>> {
  const found = await exposition(operations)
  const lists = found.by('cluster_inspector_reflector_lists_total', 'mode')
  const divergences = found.by('cluster_inspector_cache_divergence_total', 'resource')
  return {
    ...endsOf(found),
    ...prefixed('listed as', lists),
    ...prefixed('diverged', divergences),
  }
}

function prefixed(prefix: string, counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).map(([of, count]) => [`${prefix} ${of}`, count]))
}

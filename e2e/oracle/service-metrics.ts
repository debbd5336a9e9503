const COUNTED: Readonly<Record<string, string>> = {
  cluster_inspector_reflector_ends_total: 'reason',
  cluster_inspector_reflector_lists_total: 'mode',
  cluster_inspector_cache_divergence_total: 'resource',
}

/** How often the watches of each resource have ended, by reason. */
export type Ends = Readonly<Record<string, Readonly<Record<string, number>>>>

export async function readEnds(operations: string): Promise<Ends> {
  const ends: Record<string, Record<string, number>> = {}
  for (const { name, labels, value } of await samples(operations)) {
    const { resource = '', reason = '' } = labels
    if (name === 'cluster_inspector_reflector_ends_total')
      (ends[resource] ??= {})[reason] = (ends[resource]?.[reason] ?? 0) + value
  }
  return ends
}

/** What the service counted of its watches, summed by why they ended and by how it listed. */
export async function readMetrics(operations: string): Promise<Record<string, number>> {
  const sums: Record<string, number> = {}
  for (const { name, labels, value } of await samples(operations)) {
    const label = COUNTED[name]
    if (label === undefined) continue
    const of = labels[label] ?? ''
    const key = name.includes('lists')
      ? `listed as ${of}`
      : name.includes('divergence')
        ? `diverged ${of}`
        : of
    sums[key] = (sums[key] ?? 0) + value
  }
  return sums
}

interface Sample {
  name: string
  labels: Readonly<Record<string, string>>
  value: number
}

/** What is counted by labels. */
async function samples(operations: string): Promise<Sample[]> {
  const text = await (await fetch(`${operations}/metrics`)).text()
  return [...text.matchAll(/^(\w+)\{(.*)\} (\d+)$/gm)].map(([, name = '', labels = '', value]) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, of]) => [key, of])),
    value: Number(value),
  }))
}

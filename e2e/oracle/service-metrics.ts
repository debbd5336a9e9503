const COUNTED: Readonly<Record<string, string>> = {
  cluster_inspector_reflector_ends_total: 'reason',
  cluster_inspector_reflector_lists_total: 'mode',
  cluster_inspector_cache_divergence_total: 'resource',
}

/** What the service counted of its watches, summed by why they ended and by how it listed. */
export async function readMetrics(operations: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${operations}/metrics`)).text()
  const sums: Record<string, number> = {}
  for (const line of text.split('\n')) {
    const [, name = '', labels = '', value] = /^(\w+)\{(.*)\} (\d+)$/.exec(line) ?? []
    const label = COUNTED[name]
    if (label === undefined) continue
    const of = new RegExp(`${label}="([^"]*)"`).exec(labels)?.[1] ?? ''
    const key = name.includes('lists')
      ? `listed as ${of}`
      : name.includes('divergence')
        ? `diverged ${of}`
        : of
    sums[key] = (sums[key] ?? 0) + Number(value)
  }
  return sums
}

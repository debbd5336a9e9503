/** One scrape of /metrics. */
export interface Exposition {
  /** Sums a metric over the series that have all these labels. */
  sum(metric: string, labels?: Labels): number
  /** Sums a metric for each value of one label. */
  by(metric: string, label: string, labels?: Labels): Record<string, number>
}

type Labels = Readonly<Record<string, string>>

export async function exposition(operations: string): Promise<Exposition> {
  return read(await (await fetch(`${operations}/metrics`)).text())
}

export function read(text: string): Exposition {
  const series = text.split('\n').flatMap((line) => {
    const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    return name === '' ? [] : [{ name, labels: `,${labels}`, value: Number(value) }]
  })
  const chosen = (metric: string, labels: Labels) => {
    const wanted = Object.entries(labels).map(([key, value]) => `,${key}="${value}"`)
    return series.filter((one) => one.name === metric && wanted.every((label) => one.labels.includes(label)))
  }
  return {
    sum: (metric, labels = {}) => chosen(metric, labels).reduce((sum, { value }) => sum + value, 0),
    by: (metric, label, labels = {}) => {
      const sums: Record<string, number> = {}
      for (const one of chosen(metric, labels)) {
        const of = new RegExp(`,${label}="([^"]*)"`).exec(one.labels)?.[1] ?? ''
        sums[of] = (sums[of] ?? 0) + one.value
      }
      return sums
    },
  }
}

/**
 * Counts the calls to the API server so far, by purpose. Lists of the periodic self-check are left out,
 * because no request causes them.
 */
export function upstreamCalls(found: Exposition): { reads: number; reviews: number; watches: number } {
  const calls = 'cluster_inspector_kube_requests_total'
  return {
    reads:
      found.sum(calls, { verb: 'list' }) +
      found.sum(calls, { verb: 'get' }) -
      found.sum('cluster_inspector_cache_check_requests_total'),
    reviews: found.sum(calls, { resource: 'selfsubjectaccessreviews' }),
    watches: found.sum(calls, { verb: 'watch' }),
  }
}

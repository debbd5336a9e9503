import type { Metric, Registry } from 'prom-client'

const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])
const REQUESTS = 'cluster_inspector_http_requests_total'
const DURATIONS = 'cluster_inspector_http_request_duration_seconds'

/** A value of one series, in prom-client's format. */
interface Value {
  labels: Record<string, string | number>
  value: number
  metricName?: string
}

/** Counters of one method, route and status. */
export class RequestSeries {
  readonly method: string
  readonly route: string
  readonly status: string
  count = 0
  seconds = 0
  readonly buckets = new Uint32Array(BUCKETS.length + 1)

  constructor(method: string, route: string, status: string) {
    this.method = method
    this.route = route
    this.status = status
  }

  /** Counts one request and its duration in seconds. */
  add(seconds: number): void {
    this.count++
    this.seconds += seconds
    let bucket = 0
    while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] ?? 0)) bucket++
    this.buckets[bucket] = (this.buckets[bucket] ?? 0) + 1
  }
}

/**
 * Counts requests and their durations. Serving a response from memory takes about ten microseconds, and
 * prom-client's own counters would take two of them. Here a request costs three additions, and the metrics
 * are built when they are scraped.
 */
export class RequestMetrics {
  readonly #series = new Map<string, RequestSeries>()

  constructor(registry: Registry) {
    registry.registerMetric(
      metric(REQUESTS, 'HTTP requests by method, route and status', 'counter', () => this.#counts()),
    )
    registry.registerMetric(
      metric(
        DURATIONS,
        'Duration of HTTP requests, from the first byte received to the last byte sent',
        'histogram',
        () => this.#durations(),
      ),
    )
  }

  /** Returns the series of one method, route and status; unknown methods share one, so that series stay bounded. */
  series(sent: string, route: string, status: number): RequestSeries {
    const method = METHODS.has(sent) ? sent : 'other'
    const key = `${method}${status}${route}`
    let series = this.#series.get(key)
    if (series === undefined)
      this.#series.set(key, (series = new RequestSeries(method, route, String(status))))
    return series
  }

  #counts(): Value[] {
    return [...this.#series.values()].map(({ method, route, status, count }) => ({
      labels: { method, route, status },
      value: count,
    }))
  }

  /** Groups by method and route; a bucket counts every request that took no longer than its bound. */
  #durations(): Value[] {
    const groups = Map.groupBy(this.#series.values(), ({ method, route }) => `${method} ${route}`)
    return [...groups.values()].flatMap((group) => {
      const [first] = group
      if (first === undefined) return []
      const { method, route } = first
      const sum = (of: (series: RequestSeries) => number): number =>
        group.reduce((total, series) => total + of(series), 0)
      let below = 0
      const buckets = [...BUCKETS, '+Inf'].map((le, index) => {
        below += sum((series) => series.buckets[index] ?? 0)
        return { labels: { le, method, route }, value: below, metricName: `${DURATIONS}_bucket` }
      })
      const labels = { method, route }
      return [
        ...buckets,
        { labels, value: sum(({ seconds }) => seconds), metricName: `${DURATIONS}_sum` },
        { labels, value: sum(({ count }) => count), metricName: `${DURATIONS}_count` },
      ]
    })
  }
}

/** Returns a metric whose values are computed at scrape time. */
function metric(name: string, help: string, type: 'counter' | 'histogram', values: () => Value[]): Metric {
  const computed = {
    name,
    help,
    type,
    aggregator: 'sum',
    get: async () => ({ ...computed, values: values() }),
  }
  // The registry calls only `get`; the other members of prom-client's classes are not needed.
  return computed as object as Metric
}

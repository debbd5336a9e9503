import { Counter, Gauge, type Registry } from 'prom-client'

/** Metrics of the event streams; labels are kinds and reasons from bounded sets. */
export class StreamMetrics {
  readonly #clients: Gauge
  readonly #events: Counter<'kind'>
  readonly #resyncs: Counter<'reason'>
  readonly #forbidden: Counter<'kind'>
  readonly #dropped: Counter

  constructor(registry: Registry) {
    const registers = [registry]
    this.#clients = new Gauge({
      name: 'cluster_inspector_stream_clients',
      help: 'Callers of /api/stream that are connected now',
      registers,
    })
    this.#events = new Counter({
      name: 'cluster_inspector_stream_events_total',
      help: 'Events of objects sent to callers of /api/stream, over all of them',
      labelNames: ['kind'],
      registers,
    })
    this.#resyncs = new Counter({
      name: 'cluster_inspector_stream_resyncs_total',
      help: 'Times a caller of /api/stream was told everything anew, by why',
      labelNames: ['reason'],
      registers,
    })
    this.#forbidden = new Counter({
      name: 'cluster_inspector_stream_forbidden_total',
      help: 'Times a caller of /api/stream was told that a kind is denied',
      labelNames: ['kind'],
      registers,
    })
    this.#dropped = new Counter({
      name: 'cluster_inspector_stream_dropped_total',
      help: 'Callers of /api/stream that were let go because they took nothing for 30 s',
      registers,
    })
  }

  opened(): void {
    this.#clients.inc()
  }

  closed(): void {
    this.#clients.dec()
  }

  eventsSent(kind: string, events: number): void {
    this.#events.inc({ kind }, events)
  }

  resynced(reason: string): void {
    this.#resyncs.inc({ reason })
  }

  forbidden(kind: string): void {
    this.#forbidden.inc({ kind })
  }

  dropped(): void {
    this.#dropped.inc()
  }
}

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
      help: 'Clients connected to /api/stream',
      registers,
    })
    this.#events = new Counter({
      name: 'cluster_inspector_stream_events_total',
      help: 'Object events sent to clients of /api/stream',
      labelNames: ['kind'],
      registers,
    })
    this.#resyncs = new Counter({
      name: 'cluster_inspector_stream_resyncs_total',
      help: 'Streams resynchronized, by reason',
      labelNames: ['reason'],
      registers,
    })
    this.#forbidden = new Counter({
      name: 'cluster_inspector_stream_forbidden_total',
      help: 'Forbidden events sent to clients of /api/stream',
      labelNames: ['kind'],
      registers,
    })
    this.#dropped = new Counter({
      name: 'cluster_inspector_stream_dropped_total',
      help: 'Clients of /api/stream disconnected after 30 s without reading',
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

import type { RequestHandler } from 'express'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { OpenStreams } from './drain.ts'
import { callCounter, processRegistry, type CountedCall } from './process-metrics.ts'
import { RequestMetrics, type RequestSeries } from './request-metrics.ts'
import { stateOf } from './state.ts'
import { StreamMetrics } from './stream-metrics.ts'
import { WatchMetrics } from './watch-metrics.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])
/** Every metric of the process. Labels come from bounded sets: route templates, never URLs. */
export class Metrics {
  readonly watches: WatchMetrics
  readonly streams: StreamMetrics
  readonly #registry: Registry
  readonly #requests: RequestMetrics
  readonly #calls: Counter<keyof CountedCall>

  constructor(version: string, streams: OpenStreams) {
    this.#registry = processRegistry(version)
    this.#registry.registerMetric(openFollows(streams))
    this.watches = new WatchMetrics(this.#registry)
    this.streams = new StreamMetrics(this.#registry)
    this.#requests = new RequestMetrics(this.#registry)
    this.#calls = callCounter(this.#registry)
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  /** The exposition text, for Prometheus. */
  async text(): Promise<string> {
    return this.#registry.metrics()
  }

  /** How far the audit trail is: who knows that sees whether its end is missing. */
  auditedBy(trail: AuditStanding): void {
    for (const metric of auditMetrics(trail)) this.#registry.registerMetric(metric)
  }

  /** How long the certificates of TLS are good. */
  encryptedBy(tls: TlsStanding): void {
    this.#registry.registerMetric(tlsExpiry(tls))
  }

  countCall(call: CountedCall): void {
    this.#calls.inc({ ...call })
  }

  middleware(): RequestHandler {
    return ({ method }, response, next) => {
      response.on('close', () => {
        const { route, startedAt } = stateOf(response)
        const status = response.headersSent ? response.statusCode : 499
        this.requests(method, route, status).add((performance.now() - startedAt) / 1000)
      })
      next()
    }
  }

  /** What counts requests of one method, route and status. */
  requests(method: string, route: string, status: number): RequestSeries {
    return this.#requests.series(METHODS.has(method) ? method : 'other', route, status)
  }
}

/** Counted when it is asked for: the streams know best. */
function openFollows(streams: OpenStreams): Gauge {
  return new Gauge({
    name: 'cluster_inspector_log_follows',
    help: 'Logs that are being streamed now',
    registers: [],
    collect() {
      this.set(streams.size)
    },
  })
}

/** When what TLS uses expires, in milliseconds since 1970. */
interface TlsStanding {
  readonly expiry: { server: number; clientCa: number | undefined }
}

function tlsExpiry(tls: TlsStanding): Gauge {
  return new Gauge({
    name: 'cluster_inspector_tls_certificate_expiration_timestamp_seconds',
    help: 'When a certificate that TLS uses expires, in seconds since 1970; of several in a file, the first to expire',
    labelNames: ['certificate'],
    registers: [],
    collect() {
      const { server, clientCa } = tls.expiry
      this.set({ certificate: 'server' }, server / 1000)
      if (clientCa !== undefined) this.set({ certificate: 'client-ca' }, clientCa / 1000)
    },
  })
}

interface AuditStanding {
  readonly count: number
  readonly head: string
}

function auditMetrics(trail: AuditStanding): [Counter, Gauge] {
  const registers: Registry[] = []
  const lines = new Counter({
    name: 'cluster_inspector_audit_lines_total',
    help: 'Lines of the audit trail that this process has written',
    registers,
    collect() {
      this.reset()
      this.inc(trail.count)
    },
  })
  const head = new Gauge({
    name: 'cluster_inspector_audit_head_info',
    help: 'The code of the last line of the audit trail; always 1',
    labelNames: ['head'],
    registers,
    collect() {
      this.reset()
      if (trail.head !== '') this.set({ head: trail.head }, 1)
    },
  })
  return [lines, head]
}

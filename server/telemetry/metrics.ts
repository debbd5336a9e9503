import { Counter, Gauge, type Registry } from 'prom-client'
import type { OpenResponses } from '../http/server/lifecycle.ts'
import { callCounter, processRegistry, type CountedCall } from './process-metrics.ts'
import { RequestMetrics } from './request-metrics.ts'
import { StreamMetrics } from './stream-metrics.ts'
import { WatchMetrics } from './watch-metrics.ts'

/** All metrics of the process. Labels come from bounded sets: route templates, never URLs. */
export class Metrics {
  readonly watches: WatchMetrics
  readonly streams: StreamMetrics
  readonly requests: RequestMetrics
  readonly #registry: Registry
  readonly #calls: Counter<keyof CountedCall>

  constructor(version: string, streams: OpenResponses) {
    this.#registry = processRegistry(version)
    this.#registry.registerMetric(openFollows(streams))
    this.watches = new WatchMetrics(this.#registry)
    this.streams = new StreamMetrics(this.#registry)
    this.requests = new RequestMetrics(this.#registry)
    this.#calls = callCounter(this.#registry)
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  /** Returns the exposition text for Prometheus. */
  async text(): Promise<string> {
    return this.#registry.metrics()
  }

  /**
   * Registers the number and last code of the audit log's lines. Compared with the log, they show whether its
   * end is missing.
   */
  registerAudit(auditLog: AuditChainHead): void {
    for (const metric of auditMetrics(auditLog)) this.#registry.registerMetric(metric)
  }

  /** Registers the expiry of the TLS certificates. */
  registerTls(tls: TlsExpiry): void {
    this.#registry.registerMetric(tlsExpiry(tls))
  }

  countCall(call: CountedCall): void {
    this.#calls.inc({ ...call })
  }
}

/** Evaluated at scrape time. */
function openFollows(streams: OpenResponses): Gauge {
  return new Gauge({
    name: 'cluster_inspector_log_follows',
    help: 'Log streams that are open now',
    registers: [],
    collect() {
      this.set(streams.size)
    },
  })
}

/** Expiry of the TLS certificates, in milliseconds since 1970. */
interface TlsExpiry {
  readonly expiry: { server: number; clientCa: number | undefined }
}

function tlsExpiry(tls: TlsExpiry): Gauge {
  return new Gauge({
    name: 'cluster_inspector_tls_certificate_expiration_timestamp_seconds',
    help: 'Expiry of the TLS certificates, in seconds since 1970; the earliest of those in one file',
    labelNames: ['certificate'],
    registers: [],
    collect() {
      const { server, clientCa } = tls.expiry
      this.set({ certificate: 'server' }, server / 1000)
      if (clientCa !== undefined) this.set({ certificate: 'client-ca' }, clientCa / 1000)
    },
  })
}

interface AuditChainHead {
  readonly count: number
  readonly head: string
}

function auditMetrics(auditLog: AuditChainHead): [Counter, Gauge] {
  const registers: Registry[] = []
  const lines = new Counter({
    name: 'cluster_inspector_audit_lines_total',
    help: 'Audit records written by this process',
    registers,
    collect() {
      this.reset()
      this.inc(auditLog.count)
    },
  })
  const head = new Gauge({
    name: 'cluster_inspector_audit_head_info',
    help: 'MAC of the last line of the audit log, as a label; always 1',
    labelNames: ['head'],
    registers,
    collect() {
      this.reset()
      if (auditLog.head !== '') this.set({ head: auditLog.head }, 1)
    },
  })
  return [lines, head]
}

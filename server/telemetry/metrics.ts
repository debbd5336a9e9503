import { Counter, Gauge, type Metric, type Registry } from 'prom-client'
import type { OpenResponses } from '../http/server/lifecycle.ts'
import type { MemoryLedger } from '../core/memory-ledger.ts'
import {
  backgroundFailureCounter,
  callCounter,
  processRegistry,
  type CountedCall,
} from './process-metrics.ts'
import { RequestMetrics } from './request-metrics.ts'
import { StreamMetrics } from './stream-metrics.ts'
import { WatchMetrics } from './watch-metrics.ts'

/** All metrics of the process. Labels come from bounded sets: route templates, never URLs. */
export class Metrics {
  readonly watches: WatchMetrics
  readonly streams: StreamMetrics
  readonly requests: RequestMetrics
  /** Counts a failure of background work. */
  readonly countBackgroundFailure: (work: string) => void
  readonly #registry: Registry
  readonly #calls: Counter<keyof CountedCall>

  constructor(version: string, streams: OpenResponses) {
    this.#registry = processRegistry(version)
    this.#registry.registerMetric(openFollows(streams))
    this.watches = new WatchMetrics(this.#registry)
    this.streams = new StreamMetrics(this.#registry)
    this.requests = new RequestMetrics(this.#registry)
    this.#calls = callCounter(this.#registry)
    this.countBackgroundFailure = backgroundFailureCounter(this.#registry)
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  /** Returns the exposition text for Prometheus. */
  async text(): Promise<string> {
    return this.#registry.metrics()
  }

  /**
   * Registers the number and last code of the audit log's lines, and of what has no line of its own. Compared with
   * the log, they show whether its end is missing.
   */
  registerAudit(auditLog: AuditCounts): void {
    for (const metric of auditMetrics(auditLog)) this.#registry.registerMetric(metric)
  }

  /** Registers the metrics of features. */
  registerFeatures(metrics: readonly Metric[]): void {
    for (const metric of metrics) this.#registry.registerMetric(metric)
  }

  /** Registers the expiry of the TLS certificates. */
  registerTls(tls: TlsExpiry): void {
    this.#registry.registerMetric(tlsExpiry(tls))
  }

  /** Registers the memory that is kept for callers, by holder, and its limit. */
  registerMemory(ledger: MemoryLedger): void {
    for (const metric of memoryMetrics(ledger)) this.#registry.registerMetric(metric)
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

function memoryMetrics(ledger: MemoryLedger): [Gauge, Gauge] {
  const registers: Registry[] = []
  const held = new Gauge({
    name: 'cluster_inspector_memory_bytes',
    help: 'Memory kept for callers by holder: caches, and bodies of responses in flight',
    labelNames: ['holder'],
    registers,
    collect() {
      for (const [holder, bytes] of ledger.byHolder()) this.set({ holder }, bytes)
    },
  })
  const limit = new Gauge({
    name: 'cluster_inspector_memory_limit_bytes',
    help: 'Limit of the memory kept for callers: a quarter of the memory limit of the container',
    registers,
    collect() {
      this.set(ledger.limit)
    },
  })
  return [held, limit]
}

interface AuditCounts {
  readonly count: number
  readonly summed: number
  readonly dropped: number
  readonly head: string
}

function auditMetrics(auditLog: AuditCounts): (Counter | Gauge)[] {
  const registers: Registry[] = []
  const counter = (name: string, help: string, value: () => number): Counter =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(value())
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
  return [
    counter(
      'cluster_inspector_audit_lines_total',
      'Audit entries written by this process',
      () => auditLog.count,
    ),
    counter(
      'cluster_inspector_audit_summed_total',
      'Denied requests, sign-ins and sign-outs that are in a summary entry of the audit log instead of one of their own',
      () => auditLog.summed,
    ),
    counter(
      'cluster_inspector_audit_dropped_total',
      'Audit entries that could not be written; a summary entry counts as all that it sums up',
      () => auditLog.dropped,
    ),
    head,
  ]
}

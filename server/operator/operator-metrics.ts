import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import {
  backgroundFailureCounter,
  callCounter,
  processRegistry,
  type CountedCall,
} from '../telemetry/process-metrics.ts'

const PREFIX = 'cluster_inspector_operator_'

/** Metrics of the operator. Only contexts that the leader probes become labels: 200 at most. */
export class OperatorMetrics {
  /** Counts a failure of background work. */
  readonly countBackgroundFailure: (work: string) => void
  readonly #registry: Registry
  readonly #calls: Counter<keyof CountedCall>
  readonly #contexts: Gauge<'state'>
  readonly #handovers: Counter<'result'>
  readonly #leader: Gauge
  readonly #transitions: Counter
  readonly #probes: Counter<'result'>
  readonly #probeDuration: Histogram
  readonly #ready: Gauge<'context'>
  readonly #statusWrites: Counter<'result'>
  readonly #tokens: Counter<'result'>
  readonly #tokenExpiry: Gauge

  constructor(version: string) {
    this.#registry = processRegistry(version)
    const registers = [this.#registry]
    const counter = (name: string, help: string): Counter<'result'> =>
      new Counter({ name: PREFIX + name, help, labelNames: ['result'], registers })
    this.#calls = callCounter(this.#registry)
    this.countBackgroundFailure = backgroundFailureCounter(this.#registry)
    this.#contexts = new Gauge({
      name: `${PREFIX}contexts`,
      help: 'Declared contexts by state: accepted, suspended, rejected',
      labelNames: ['state'],
      registers,
    })
    this.#handovers = counter('handovers_total', 'Writes of the contexts file for the server, by result')
    this.#leader = new Gauge({
      name: `${PREFIX}leader`,
      help: '1 while this replica is the leader, which probes contexts and writes their status, else 0',
      registers,
    })
    this.#transitions = new Counter({
      name: `${PREFIX}leader_transitions_total`,
      help: 'Times this replica became the leader',
      registers,
    })
    this.#probes = counter('probes_total', 'Probes of contexts, by result')
    this.#probeDuration = new Histogram({
      name: `${PREFIX}probe_duration_seconds`,
      help: 'Duration of probes of contexts',
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    })
    this.#ready = new Gauge({
      name: `${PREFIX}context_ready`,
      help: '1 if the context was ready at the last probe by this replica as the leader, else 0',
      labelNames: ['context'],
      registers,
    })
    this.#statusWrites = counter('status_writes_total', 'Writes of ClusterContext statuses, by result')
    this.#tokens = counter('tokens_total', 'Requests for tokens of the server, by result')
    this.#tokenExpiry = new Gauge({
      name: `${PREFIX}token_expiration_timestamp_seconds`,
      help: 'Expiry of the current token of the server, in seconds since 1970',
      registers,
    })
    for (const result of ['written', 'failed']) this.#handovers.inc({ result }, 0)
    for (const result of ['ready', 'not_ready']) this.#probes.inc({ result }, 0)
    for (const result of ['written', 'conflict', 'failed']) this.#statusWrites.inc({ result }, 0)
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  /** Returns the exposition text for Prometheus. */
  async text(): Promise<string> {
    return this.#registry.metrics()
  }

  countCall(call: CountedCall): void {
    this.#calls.inc({ ...call })
  }

  declared(counts: Readonly<Record<'accepted' | 'suspended' | 'rejected', number>>): void {
    for (const [state, count] of Object.entries(counts)) this.#contexts.set({ state }, count)
  }

  handedOver(result: 'written' | 'failed'): void {
    this.#handovers.inc({ result })
  }

  /** A former leader does not know the health of contexts any more. */
  leads(now: boolean): void {
    this.#leader.set(now ? 1 : 0)
    if (now) this.#transitions.inc()
    else this.#ready.reset()
  }

  probed(context: string, ready: boolean, seconds: number): void {
    this.#probes.inc({ result: ready ? 'ready' : 'not_ready' })
    this.#probeDuration.observe(seconds)
    this.#ready.set({ context }, ready ? 1 : 0)
  }

  /** Removes a context that is not probed any more. */
  forgotten(context: string): void {
    this.#ready.remove({ context })
  }

  statusWritten(result: 'written' | 'conflict' | 'failed'): void {
    this.#statusWrites.inc({ result })
  }

  /** Counts an issued token; `expiresAt` in milliseconds since 1970, undefined if issuing failed. */
  tokenIssued(expiresAt: number | undefined): void {
    this.#tokens.inc({ result: expiresAt === undefined ? 'failed' : 'issued' })
    if (expiresAt !== undefined) this.#tokenExpiry.set(expiresAt / 1000)
  }

  /** Registers the watch state of each resource, evaluated at scrape time. */
  registerWatches(report: () => readonly { resource: string; state: string }[]): void {
    this.#registry.registerMetric(
      new Gauge({
        name: `${PREFIX}following`,
        help: '1 if the watch of the resource is live, else 0',
        labelNames: ['resource'],
        registers: [],
        collect() {
          this.reset()
          for (const { resource, state } of report()) this.set({ resource }, state === 'live' ? 1 : 0)
        },
      }),
    )
  }
}

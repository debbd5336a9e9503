import { Counter, Gauge, type Registry } from 'prom-client'

/** Labels of a watch, from bounded sets; the scope is a namespace, or '' for all. */
export interface WatchName {
  context: string
  resource: string
  scope: string
}

/** State of one watch. */
export interface CacheReport extends WatchName {
  state: string
  objects: number
  ageMs: number
}

const NAME = ['context', 'resource', 'scope'] as const

/** Metrics of the watches behind the caches. */
export class WatchMetrics {
  readonly #lists: Counter<keyof WatchName | 'mode'>
  readonly #ends: Counter<keyof WatchName | 'reason'>
  readonly #quarantined: Counter<keyof WatchName>
  readonly #checks: Counter<keyof WatchName | 'result'>
  readonly #checkCalls: Counter<keyof WatchName>
  readonly #diverged: Counter<keyof WatchName>
  #report: () => readonly CacheReport[] = () => []

  constructor(registry: Registry) {
    const registers = [registry]
    this.#lists = new Counter({
      name: 'cluster_inspector_reflector_lists_total',
      help: 'Completed initial lists, by mode: stream or pages',
      labelNames: [...NAME, 'mode'],
      registers,
    })
    this.#ends = new Counter({
      name: 'cluster_inspector_reflector_ends_total',
      help: 'Watches that ended, by reason; ended is the usual time-out of the API server',
      labelNames: [...NAME, 'reason'],
      registers,
    })
    this.#quarantined = new Counter({
      name: 'cluster_inspector_reflector_quarantined_total',
      help: 'Objects skipped because they could not be decoded or projected',
      labelNames: NAME,
      registers,
    })
    this.#checks = new Counter({
      name: 'cluster_inspector_cache_checks_total',
      help: 'Consistency checks of the watch cache against the cluster, by result',
      labelNames: [...NAME, 'result'],
      registers,
    })
    this.#checkCalls = new Counter({
      name: 'cluster_inspector_cache_check_requests_total',
      help: 'Requests to clusters for consistency checks, one page of metadata each; also counted in kube_requests_total',
      labelNames: NAME,
      registers,
    })
    this.#diverged = new Counter({
      name: 'cluster_inspector_cache_divergence_total',
      help: 'Cached objects that differed from the cluster in a consistency check',
      labelNames: NAME,
      registers,
    })
    for (const gauge of gaugesOf(() => this.#report())) registry.registerMetric(gauge)
  }

  /** Sets the source of the watches' states. */
  registerCaches(report: () => readonly CacheReport[]): void {
    this.#report = report
  }

  synced({ context, resource, scope }: WatchName, mode: 'stream' | 'pages'): void {
    this.#lists.inc({ context, resource, scope, mode })
  }

  ended({ context, resource, scope }: WatchName, reason: string): void {
    this.#ends.inc({ context, resource, scope, reason })
  }

  checked({ context, resource, scope }: WatchName, result: string): void {
    this.#checks.inc({ context, resource, scope, result })
  }

  checkCalled({ context, resource, scope }: WatchName): void {
    this.#checkCalls.inc({ context, resource, scope })
  }

  diverged({ context, resource, scope }: WatchName, objects: number): void {
    this.#diverged.inc({ context, resource, scope }, objects)
  }

  quarantined({ context, resource, scope }: WatchName): void {
    this.#quarantined.inc({ context, resource, scope })
  }
}

/** Evaluated at scrape time. */
function gaugesOf(report: () => readonly CacheReport[]): Gauge[] {
  const states = new Gauge({
    name: 'cluster_inspector_reflector_state',
    help: 'State of each watch: 1 for the current state',
    labelNames: [...NAME, 'state'],
    registers: [],
    collect() {
      this.reset()
      for (const { context, resource, scope, state } of report())
        this.set({ context, resource, scope, state }, 1)
    },
  })
  const numbers: [name: string, help: string, value: (report: CacheReport) => number][] = [
    ['objects', 'Cached objects', ({ objects }) => objects],
    ['age_seconds', 'Time since the cache was last known to be up to date', ({ ageMs }) => ageMs / 1000],
  ]
  return [
    states,
    ...numbers.map(
      ([name, help, value]) =>
        new Gauge({
          name: `cluster_inspector_reflector_${name}`,
          help,
          labelNames: NAME,
          registers: [],
          collect() {
            this.reset()
            for (const cache of report())
              this.set({ context: cache.context, resource: cache.resource, scope: cache.scope }, value(cache))
          },
        }),
    ),
  ]
}

import { background } from '../../core/background.ts'
import { IN_CLUSTER, type ClusterContext } from './context.ts'
import { ClusterConnection, type ClusterConnectionOptions } from './cluster-connection.ts'
import type { Kind } from '../kind.ts'
import type { ClusterHealth } from './health-check.ts'
import type { ReviewToken } from '../access/token-review.ts'
import type { WatchReport } from '../cache/cache-manager.ts'

/**
 * Time that requests in flight have to finish on a replaced connection before it is closed. Longer than any
 * request may take.
 */
const RETIRE_MS = 30_000

/** A set of contexts that replaces the current one. */
export interface ContextUpdate {
  contexts: readonly ClusterContext[]
  default: string
  renewed: readonly string[]
  reportedHealth: ReadonlyMap<string, ClusterHealth>
}

/**
 * Registry of the cluster connections; context names come from configuration only. The whole set can be
 * replaced while requests are in flight: each request keeps the connection it began with.
 */
export class ClusterRegistry {
  readonly #options: ClusterConnectionOptions
  readonly #removed: ((connection: ClusterConnection) => void)[] = []
  readonly #retiring = new Set<ClusterConnection>()
  #default: string
  #accesses: ReadonlyMap<string, ClusterConnection>

  constructor(contexts: readonly ClusterContext[], defaultName: string, options: ClusterConnectionOptions) {
    this.#options = options
    this.#default = defaultName
    this.#accesses = new Map(
      contexts.map((context) => [context.name, new ClusterConnection(context, options)]),
    )
  }

  /** Calls back for each context that was removed or replaced, to drop everything derived from it. */
  onRemoved(listener: (connection: ClusterConnection) => void): void {
    this.#removed.push(listener)
  }

  get default(): string {
    return this.#default
  }

  get names(): readonly string[] {
    return [...this.#accesses.keys()]
  }

  /** All contexts, in the order of their declaration. */
  get all(): readonly ClusterConnection[] {
    return [...this.#accesses.values()]
  }

  /** The context of the cluster that the service runs in; undefined if that is not served. */
  get home(): ClusterConnection | undefined {
    return this.all.find(({ context }) => context.declared.source === IN_CLUSTER)
  }

  /** Returns a context, or the default one without a name; undefined for an unknown name. */
  get(name: string | undefined): ClusterConnection | undefined {
    return this.#accesses.get(name ?? this.#default)
  }

  /**
   * Replaces the contexts. A context that still leads to the same target keeps its connection and caches.
   * `renewed` names the contexts whose credentials were rotated, so that their access reviews are repeated;
   * `reportedHealth` holds reported health by context.
   */
  replace({ contexts, default: defaultName, renewed, reportedHealth }: ContextUpdate): void {
    const before = this.#accesses
    this.#accesses = new Map(
      contexts.map((context) => {
        const existing = before.get(context.name)
        return [
          context.name,
          existing?.isSameTarget(context) === true ? existing : new ClusterConnection(context, this.#options),
        ]
      }),
    )
    this.#default = defaultName
    for (const name of renewed) this.#accesses.get(name)?.credentialsRotated()
    for (const [name, access] of this.#accesses) access.setReportedHealth(reportedHealth.get(name))
    for (const [name, access] of before) if (this.#accesses.get(name) !== access) this.#retire(access)
  }

  #retire(access: ClusterConnection): void {
    access.stop()
    for (const removed of this.#removed) removed(access)
    this.#retiring.add(access)
    this.#options.time.after(RETIRE_MS, () => {
      this.#retiring.delete(access)
      background('closing a context', () => access.close())
    })
  }

  /** Returns a function that sends TokenReviews to the default cluster, which knows the callers. */
  tokenReview(audiences: readonly string[]): ReviewToken | undefined {
    return this.get(undefined)?.tokenReview(audiences)
  }

  /** Starts to watch these kinds in the default context. */
  prewarm(kinds: readonly Kind<unknown>[]): void {
    this.get(undefined)?.prewarm(kinds)
  }

  /** Returns the state of every watch of every context. */
  report(): WatchReport[] {
    return [...this.#accesses.values()].flatMap((access) => access.report())
  }

  async close(): Promise<void> {
    await Promise.all([...this.#accesses.values(), ...this.#retiring].map((access) => access.close()))
  }
}

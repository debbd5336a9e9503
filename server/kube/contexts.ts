import type { CachedCluster } from './cached-cluster.ts'
import type { Wishes } from './coverage.ts'
import type { ClusterContext } from './context.ts'
import { ContextAccess, type ContextOptions } from './context-access.ts'
import type { Followed } from './followed.ts'
import { deployments, events, nodes, pods } from './kinds.ts'
import type { ReviewToken } from './token-review.ts'
import type { Author } from './witness.ts'
import type { WatchReport } from './watches.ts'

/** The cluster connections there are, each with an access of its own; names come from configuration alone. */
export class Contexts {
  readonly default: string
  readonly #accesses: ReadonlyMap<string, ContextAccess>

  constructor(contexts: readonly ClusterContext[], defaultName: string, options: ContextOptions) {
    this.default = defaultName
    this.#accesses = new Map(contexts.map((one) => [one.name, new ContextAccess(one, options)]))
  }

  get names(): readonly string[] {
    return [...this.#accesses.keys()]
  }

  /** The cluster of a context for one request; undefined where there is no such context. */
  cluster(
    name: string | undefined,
    signal: AbortSignal,
    wishes: Wishes,
    author: Author,
  ): CachedCluster | undefined {
    return this.#accesses.get(name ?? this.default)?.cluster(signal, wishes, author)
  }

  /** What can be followed of a context; undefined where there is no such context. */
  followed(name: string | undefined): Followed | undefined {
    return this.#accesses.get(name ?? this.default)?.followed
  }

  /** Asks the default cluster, whose callers are known here, whose tokens for these audiences are. */
  tokenReview(audiences: readonly string[]): ReviewToken | undefined {
    return this.#accesses.get(this.default)?.tokenReview(audiences)
  }

  /** Starts to watch what is asked for most in the default context. */
  prewarm(): void {
    this.#accesses.get(this.default)?.prewarm([pods, deployments, nodes, events])
  }

  /** How every watch of every context stands. */
  report(): WatchReport[] {
    return [...this.#accesses.values()].flatMap((access) => access.report())
  }

  async close(): Promise<void> {
    await Promise.all([...this.#accesses.values()].map((access) => access.close()))
  }
}

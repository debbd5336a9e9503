import type { ClusterContext } from './context.ts'
import { ContextAccess, type ContextOptions } from './context-access.ts'
import { deployments, events, nodes, pods } from './kinds.ts'
import type { Standing } from './probe.ts'
import type { ReviewToken } from './token-review.ts'
import type { WatchReport } from './watches.ts'

/** What is given up ends by itself within this time, or is cut: more than a request may take. */
const RETIRE_MS = 30_000

/** Contexts that take the place of those before. */
export interface Taken {
  contexts: readonly ClusterContext[]
  default: string
  renewed: readonly string[]
  standings: ReadonlyMap<string, Standing>
}

/**
 * The cluster connections there are, each with an access of its own; names come from configuration alone. They may be replaced
 * as a whole while requests are under way: each request goes on with the access it began with.
 */
export class Contexts {
  readonly #options: ContextOptions
  readonly #gone: (access: ContextAccess) => void
  readonly #retiring = new Set<ContextAccess>()
  #default: string
  #accesses: ReadonlyMap<string, ContextAccess>

  /** `gone` is told of each context that is taken away, or made anew: what was told of it holds no more. */
  constructor(
    contexts: readonly ClusterContext[],
    defaultName: string,
    options: ContextOptions,
    gone: (access: ContextAccess) => void,
  ) {
    this.#options = options
    this.#gone = gone
    this.#default = defaultName
    this.#accesses = new Map(contexts.map((one) => [one.name, new ContextAccess(one, options)]))
  }

  get default(): string {
    return this.#default
  }

  get names(): readonly string[] {
    return [...this.#accesses.keys()]
  }

  /** Every context, in the order it was declared in. */
  get all(): readonly ContextAccess[] {
    return [...this.#accesses.values()]
  }

  /** A context; undefined where there is none of this name. */
  of(name: string | undefined): ContextAccess | undefined {
    return this.#accesses.get(name ?? this.#default)
  }

  /**
   * Takes these contexts in place of those there are. One that leads where it led before keeps all that is held of it;
   * `renewed` are those whose identity is another now, so that what it may do is asked for anew. `standings`: how others found
   * some of them.
   */
  replace({ contexts, default: defaultName, renewed, standings }: Taken): void {
    const before = this.#accesses
    this.#accesses = new Map(
      contexts.map((one) => {
        const held = before.get(one.name)
        return [one.name, held?.leadsTo(one) === true ? held : new ContextAccess(one, this.#options)]
      }),
    )
    this.#default = defaultName
    for (const name of renewed) this.#accesses.get(name)?.renewed()
    for (const [name, access] of this.#accesses) access.told(standings.get(name))
    for (const [name, access] of before) if (this.#accesses.get(name) !== access) this.#retire(access)
  }

  #retire(access: ContextAccess): void {
    access.stop()
    this.#gone(access)
    this.#retiring.add(access)
    this.#options.time.after(RETIRE_MS, () => {
      this.#retiring.delete(access)
      void access.close()
    })
  }

  /** Asks the default cluster, whose callers are known here, whose tokens for these audiences are. */
  tokenReview(audiences: readonly string[]): ReviewToken | undefined {
    return this.of(undefined)?.tokenReview(audiences)
  }

  /** Starts to watch what is asked for most in the default context. */
  prewarm(): void {
    this.of(undefined)?.prewarm([pods, deployments, nodes, events])
  }

  /** How every watch of every context stands. */
  report(): WatchReport[] {
    return [...this.#accesses.values()].flatMap((access) => access.report())
  }

  async close(): Promise<void> {
    await Promise.all([...this.#accesses.values(), ...this.#retiring].map((access) => access.close()))
  }
}

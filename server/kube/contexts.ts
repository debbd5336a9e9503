import type { CallObserver } from './call.ts'
import type { Cluster } from './cluster.ts'
import type { ClusterContext } from './context.ts'
import { LiveCluster } from './live-cluster.ts'
import { Transport } from './transport.ts'

/** The cluster connections there are, each with a transport of its own; names come from configuration alone. */
export class Contexts {
  readonly default: string
  readonly #transports: ReadonlyMap<string, Transport>

  constructor(
    contexts: readonly ClusterContext[],
    defaultName: string,
    observer: CallObserver,
    userAgent: string,
  ) {
    this.default = defaultName
    this.#transports = new Map(contexts.map((one) => [one.name, new Transport(one, observer, userAgent)]))
  }

  get names(): readonly string[] {
    return [...this.#transports.keys()]
  }

  /** The cluster of a context for one request; undefined where there is no such context. */
  cluster(name: string | undefined, signal: AbortSignal): Cluster | undefined {
    const transport = this.#transports.get(name ?? this.default)
    return transport === undefined ? undefined : new LiveCluster(transport, signal)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#transports.values()].map((transport) => transport.close()))
  }
}

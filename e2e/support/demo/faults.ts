import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DemoCluster, ObservedRequest } from '../../../server/demo/cluster.ts'
import type { ContainerLog, LogOverride } from '../../../server/demo/logs/override.ts'

/** Replaces the logs of matching containers. */
export interface LogFault {
  when: (log: ContainerLog) => boolean
  bytes: () => LogOverride
}

/** Replaces or wraps the real response. `proceed` sends the real response. */
export type Action = (request: IncomingMessage, response: ServerResponse, proceed: () => void) => void

/** A fault to inject. */
export interface Injection {
  /** Selects the requests that the fault applies to. */
  when: (request: ObservedRequest) => boolean
  /** The number of requests that the fault applies to; without it, all until the fault is lifted. */
  times?: number
  action: Action
}

/** A fault that is active until it is lifted. */
export interface Fault {
  /** Number of requests that the fault has applied to. */
  readonly met: number
  lift(): void
}

interface Exchange {
  seen: ObservedRequest
  response: ServerResponse
}

/**
 * The fault switches of the cluster. A fault is a predicate and an action; the other methods affect open
 * responses.
 */
export class Faults {
  #cluster: Pick<DemoCluster, 'compact' | 'expireWatches'> | undefined
  private readonly injections = new Set<{ injection: Injection; met: number }>()
  private readonly running = new Set<Exchange>()
  private readonly logFaults = new Set<LogFault>()

  /** Attaches the cluster whose history the faults discard. */
  attach(cluster: Pick<DemoCluster, 'compact' | 'expireWatches'>): void {
    this.#cluster = cluster
  }

  /** Applies an action to matching requests. If several faults match, the one injected first applies. */
  inject(injection: Injection): Fault {
    const entry = { injection, met: 0 }
    this.injections.add(entry)
    return {
      get met() {
        return entry.met
      },
      lift: () => this.injections.delete(entry),
    }
  }

  /** Resets the connections of matching open responses; returns their number. */
  cut(when: Injection['when']): number {
    const found = [...this.running].filter(({ seen }) => when(seen))
    for (const { response } of found) response.socket?.resetAndDestroy()
    return found.length
  }

  /** Writes bytes, such as a malformed watch line, into matching open responses; returns their number. */
  write(when: Injection['when'], bytes: string | Uint8Array): number {
    const found = [...this.running].filter(({ seen }) => when(seen))
    for (const { response } of found) response.write(bytes)
    return found.length
  }

  /** Discards the history: old versions and continue tokens get 410, open watches continue. */
  compact(): void {
    this.#cluster?.compact()
  }

  /** Discards the history and ends every open watch with a 410 ERROR event. */
  expireWatches(): void {
    this.#cluster?.expireWatches()
  }

  /** Replaces the logs of matching containers by these bytes. */
  logSource(fault: LogFault): { lift: () => void } {
    this.logFaults.add(fault)
    return { lift: () => this.logFaults.delete(fault) }
  }

  /** Returns the log of a container that a fault replaces. */
  logOf(container: ContainerLog): LogOverride | undefined {
    return [...this.logFaults].find((fault) => fault.when(container))?.bytes()
  }

  /** Lifts every fault. */
  clear(): void {
    this.injections.clear()
    this.logFaults.clear()
  }

  /** Intercepts one request of the cluster. */
  intercept(
    seen: ObservedRequest,
    request: IncomingMessage,
    response: ServerResponse,
    proceed: () => void,
  ): void {
    const exchange = { seen, response }
    this.running.add(exchange)
    response.once('close', () => this.running.delete(exchange))
    for (const entry of this.injections) {
      const { when, times = Infinity, action } = entry.injection
      if (entry.met >= times || !when(seen)) continue
      entry.met += 1
      action(request, response, proceed)
      return
    }
    proceed()
  }
}

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { LogFault } from './logs/source.ts'

/** A request as it was received: the URL is raw, neither decoded nor cleaned. */
export interface ObservedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/** What happens instead of, or around, the real answer. `proceed` is the real answer. */
export type Action = (request: IncomingMessage, response: ServerResponse, proceed: () => void) => void

/** A fault to inject. */
export interface Injection {
  /** Which requests it meets. */
  when: (request: ObservedRequest) => boolean
  /** For how many of them; without it, for all until it is lifted. */
  times?: number
  action: Action
}

/** A fault that is on until it is lifted. */
export interface Fault {
  /** How many requests it has met. */
  readonly met: number
  lift(): void
}

interface Exchange {
  seen: ObservedRequest
  response: ServerResponse
}

interface FaultDependencies {
  compact: () => void
  expireWatches: () => void
}

/** The switches that make the cluster misbehave. A fault is a predicate and an action; the rest acts on what runs. */
export class Faults {
  private readonly dependencies: FaultDependencies
  private readonly injections = new Set<{ injection: Injection; met: number }>()
  private readonly running = new Set<Exchange>()
  private readonly logFaults = new Set<LogFault>()

  constructor(dependencies: FaultDependencies) {
    this.dependencies = dependencies
  }

  /** Meets matching requests with an action. The one injected first wins. */
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

  /** Resets the connections of matching requests that are being answered now. Gives their number. */
  cut(when: Injection['when']): number {
    const found = [...this.running].filter(({ seen }) => when(seen))
    for (const { response } of found) response.socket?.resetAndDestroy()
    return found.length
  }

  /** Writes bytes into matching answers that run now, as a malformed line in a watch. Gives their number. */
  write(when: Injection['when'], bytes: string | Uint8Array): number {
    const found = [...this.running].filter(({ seen }) => when(seen))
    for (const { response } of found) response.write(bytes)
    return found.length
  }

  /** Forgets the history: old versions and continue tokens answer 410, running watches go on. */
  compact(): void {
    this.dependencies.compact()
  }

  /** Forgets the history and ends every running watch with a 410 ERROR event. */
  expireWatches(): void {
    this.dependencies.compact()
    this.dependencies.expireWatches()
  }

  /** Makes the logs of matching containers these bytes and no others. */
  logSource(fault: LogFault): { lift: () => void } {
    this.logFaults.add(fault)
    return { lift: () => this.logFaults.delete(fault) }
  }

  logFault(container: Parameters<LogFault['when']>[0]): LogFault | undefined {
    return [...this.logFaults].find((fault) => fault.when(container))
  }

  /** Lifts every fault. */
  clear(): void {
    this.injections.clear()
    this.logFaults.clear()
  }

  /** Called by the server for each request. */
  meet(seen: ObservedRequest, request: IncomingMessage, response: ServerResponse, proceed: () => void): void {
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

import type { CallObserver } from './call.ts'
import { CachedCluster } from './cached-cluster.ts'
import type { Wishes } from './coverage.ts'
import type { ClusterContext } from './context.ts'
import { Flights } from './flights.ts'
import { FollowedContext, type Followed } from './followed.ts'
import { Gate } from './gate.ts'
import type { Kind } from './kinds.ts'
import { LiveCluster } from './live-cluster.ts'
import { LiveReads } from './live-reads.ts'
import { Pages } from './pages.ts'
import { Reachability } from './reachability.ts'
import { RestartEvents, type EventObserver } from './restart-events.ts'
import { reviewBy } from './review.ts'
import { SelfCheck } from './self-check.ts'
import { Shown } from './shown.ts'
import { Snapshots } from './snapshots.ts'
import type { Time, Turns } from './time.ts'
import { tokenReviewBy, type ReviewToken } from './token-review.ts'
import { Transport } from './transport.ts'
import type { ItemViews } from './view.ts'
import { Watches, type WatchName, type WatchObserver, type WatchReport } from './watches.ts'
import type { Author } from './witness.ts'
import { Writes } from './writes.ts'

export interface ContextOptions {
  observer: CallObserver & WatchObserver & EventObserver
  userAgent: string
  time: Time
  /** One for all contexts: there is one event loop. */
  turns: Turns
  /** How the kinds are shown in lists. */
  views: ItemViews
}

/** All that requests to one context share: its transport, what is watched of it, and what was made of that. */
export class ContextAccess {
  /** What streams follow of it. */
  readonly followed: Followed
  readonly #transport: Transport
  readonly #reachability: Reachability
  readonly #gate: Gate
  readonly #watches: Watches
  readonly #flights = new Flights()
  readonly #time: Time
  readonly #selfCheck: SelfCheck<WatchName>
  readonly #turns: Turns
  readonly #writes: Writes
  readonly #restartEvents: RestartEvents
  readonly #pages = new Pages()
  readonly #snapshots: Snapshots
  readonly #shown: Shown

  constructor(context: ClusterContext, { observer, userAgent, time, turns, views }: ContextOptions) {
    this.#time = time
    this.#turns = turns
    this.#transport = new Transport(context, observer, userAgent)
    this.#reachability = new Reachability((signal) => this.#transport.ready(signal), time)
    this.#gate = new Gate(reviewBy(this.#transport), this.#reachability, time)
    const asking = { gate: this.#gate, reachability: this.#reachability, time, turns, views }
    this.#watches = new Watches(this.#transport, asking, observer)
    this.#selfCheck = new SelfCheck({
      transport: this.#transport,
      watched: () => this.#watches.live(),
      time,
      turns,
      observer,
    })
    this.#selfCheck.start()
    this.#writes = new Writes(time)
    this.#restartEvents = new RestartEvents(this.#transport, observer)
    this.#snapshots = new Snapshots(time)
    this.#shown = new Shown(turns, (resource) =>
      observer.quarantined({ context: context.name, resource, scope: '' }),
    )
    this.followed = new FollowedContext({
      transport: this.#transport,
      gate: this.#gate,
      watches: this.#watches,
      shown: this.#shown,
      reads: (signal) => this.#reads(signal, true),
    })
  }

  /** The cluster for one request. */
  cluster(signal: AbortSignal, wishes: Wishes, author: Author): CachedCluster {
    const reads = this.#reads(signal, wishes.fresh)
    return new CachedCluster(
      new LiveCluster(reads, { writes: this.#writes, events: this.#restartEvents, author }, signal),
      {
        grants: this.#transport.context.grants,
        gate: this.#gate,
        watches: this.#watches,
        writes: this.#writes,
        pages: this.#pages,
        snapshots: this.#snapshots,
        shown: this.#shown,
        turns: this.#turns,
      },
      signal,
      wishes,
    )
  }

  /** Asks this cluster whose tokens for these audiences are. */
  tokenReview(audiences: readonly string[]): ReviewToken {
    return tokenReviewBy(this.#transport, audiences)
  }

  prewarm(kinds: readonly Kind<unknown>[]): void {
    for (const kind of kinds) this.#watches.prewarm(kind)
  }

  report(): WatchReport[] {
    return this.#watches.report()
  }

  async close(): Promise<void> {
    this.#selfCheck.stop()
    this.#restartEvents.stop()
    this.#watches.stop()
    this.#reachability.stop()
    await this.#transport.close()
  }

  #reads(signal: AbortSignal, alone: boolean): LiveReads {
    const shared = {
      flights: this.#flights,
      writes: this.#writes,
      reachability: this.#reachability,
      time: this.#time,
    }
    return new LiveReads(this.#transport, signal, shared, alone)
  }
}

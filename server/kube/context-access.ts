import type { MissingRight } from '../errors.ts'
import type { Turns } from '../turns.ts'
import type { Right } from './access.ts'
import type { CallObserver } from './call.ts'
import { CachedCluster } from './cached-cluster.ts'
import { CallerCluster } from './caller-cluster.ts'
import { CallersRights } from './caller-rights.ts'
import type { ServedCluster } from './cluster.ts'
import type { Wishes } from './coverage.ts'
import type { ClusterContext } from './context.ts'
import { testConnection, type Tested } from './connection.ts'
import { Flights } from './flights.ts'
import { FollowedContext, type Followed } from './followed.ts'
import { Gate } from './gate.ts'
import type { Kind } from './kinds.ts'
import { LiveCluster } from './live-cluster.ts'
import { LiveReads, type SharedReads } from './live-reads.ts'
import { missingRights } from './missing-rights.ts'
import { Pages } from './pages.ts'
import { Probe, type Standing } from './probe.ts'
import { Reachability } from './reachability.ts'
import { RestartEvents, type EventObserver } from './restart-events.ts'
import { reviewBy, subjectReviewBy } from './review.ts'
import { SelfCheck } from './self-check.ts'
import { Shown, type ShownList } from './shown.ts'
import { Snapshots } from './snapshots.ts'
import type { Time } from './time.ts'
import { tokenReviewBy, type ReviewToken, type Subject } from './token-review.ts'
import { Transport } from './transport.ts'
import type { ItemViews } from './view.ts'
import type { Zstandard } from './watch/zstandard.ts'
import { Watches, type WatchName, type WatchObserver, type WatchReport } from './watches.ts'
import type { Author } from './witness.ts'
import { Writes } from './writes.ts'

/** Who probes says so every ten minutes at least, changed or not: after twice as long it is not believed. */
const TOLD_MS = 20 * 60_000

export interface ContextOptions {
  observer: CallObserver & WatchObserver & EventObserver
  userAgent: string
  time: Time
  /** Milliseconds since 1970. */
  clock: () => number
  /** One for all contexts: there is one event loop. */
  turns: Turns
  /** One for all contexts: its buffers alone take half a mebibyte. */
  zstandard: Zstandard
  /** How the kinds are shown in lists. */
  views: ItemViews
}

/** All that requests to one context share: its transport, what is watched of it, and what was made of that. */
export class ContextAccess {
  /** What streams follow of it. */
  readonly followed: Followed
  /** What callers may do in it. */
  readonly callers: CallersRights
  readonly #transport: Transport
  readonly #reachability: Reachability
  readonly #gate: Gate
  readonly #watches: Watches
  readonly #sharedReads: SharedReads
  readonly #selfCheck: SelfCheck<WatchName>
  readonly #turns: Turns
  readonly #zstandard: Zstandard
  readonly #writes: Writes
  readonly #restartEvents: RestartEvents
  readonly #pages = new Pages<ShownList>()
  readonly #snapshots: Snapshots
  readonly #shown: Shown
  readonly #probe: Probe
  readonly #clock: () => number
  #told: Standing | undefined

  constructor(
    context: ClusterContext,
    { observer, userAgent, time, clock, turns, zstandard, views }: ContextOptions,
  ) {
    this.#clock = clock
    this.#turns = turns
    this.#zstandard = zstandard
    this.#transport = new Transport(context, observer, userAgent)
    this.#probe = new Probe(this.#transport, time, clock)
    this.#reachability = new Reachability((signal) => this.#transport.readiness(signal), time)
    this.#gate = new Gate(reviewBy(this.#transport), this.#reachability, time)
    this.callers = new CallersRights(subjectReviewBy(this.#transport), this.#reachability, time)
    const asking = { gate: this.#gate, reachability: this.#reachability, time, turns, zstandard, views }
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
    this.#sharedReads = {
      flights: new Flights(),
      writes: this.#writes,
      reachability: this.#reachability,
      time,
      lane: (kind, namespace) => this.#watches.lane(kind, namespace),
    }
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
      reads: (signal) => this.#reads(signal, undefined),
    })
  }

  /** The cluster for one request: as the service may see it, or as the caller may who is named. */
  cluster(signal: AbortSignal, wishes: Wishes, author: Author, subject: Subject | undefined): ServedCluster {
    const { resource = '', version = '' } = wishes.minimum ?? {}
    const reads = this.#reads(signal, wishes.fresh ? undefined : `${resource} ${version}`)
    const { grants } = this.#transport.context
    const cluster = new CachedCluster(
      new LiveCluster(reads, { writes: this.#writes, events: this.#restartEvents, author }, signal),
      {
        grants,
        gate: this.#gate,
        watches: this.#watches,
        writes: this.#writes,
        pages: this.#pages,
        snapshots: this.#snapshots,
        shown: this.#shown,
        turns: this.#turns,
        zstandard: this.#zstandard,
        reads: (wanted) => this.#reads(wanted, undefined),
      },
      signal,
      wishes,
    )
    return subject === undefined ? cluster : new CallerCluster(cluster, grants, this.callers, subject)
  }

  /** Asks this cluster whose tokens for these audiences are. */
  tokenReview(audiences: readonly string[]): ReviewToken {
    return tokenReviewBy(this.#transport, audiences)
  }

  /** How its API server answered when it was asked last: as others told, so that each replica says the same, else by this one. */
  async standing(): Promise<Standing> {
    const told = this.#told
    return told !== undefined && this.#clock() - told.at < TOLD_MS ? told : this.#probe.standing()
  }

  /** Takes what others found of it. */
  told(standing: Standing | undefined): void {
    this.#told = standing
  }

  /** Goes the way to its API server step by step. */
  async test(signal: AbortSignal): Promise<Tested> {
    return testConnection(this.#transport, this.#gate, signal)
  }

  /** The rights of these that the service lacks in a namespace, or everywhere; rejects where the cluster cannot say. */
  async missing(rights: readonly Right[], namespace: string | undefined): Promise<MissingRight[]> {
    return missingRights(rights, namespace, this.context.grants, async (asked) => {
      const { allowed } = await this.#gate.check(asked)
      return allowed
    })
  }

  get context(): ClusterContext {
    return this.#transport.context
  }

  prewarm(kinds: readonly Kind<unknown>[]): void {
    for (const kind of kinds) this.#watches.prewarm(kind)
  }

  report(): WatchReport[] {
    return this.#watches.report()
  }

  /** Whether a context leads where this one does, by the same way and with the same credentials' keeper. */
  leadsTo({ origin, basePath, proxy, credentials, grants, declared }: ClusterContext): boolean {
    const { context } = this
    const same = origin === context.origin && basePath === context.basePath && proxy === context.proxy
    return (
      same &&
      credentials === context.credentials &&
      JSON.stringify([grants, declared]) === JSON.stringify([context.grants, context.declared])
    )
  }

  /** The identity is another one: what the last one might do says nothing of it. */
  renewed(): void {
    this.#gate.forget()
    this.callers.forget()
  }

  /** Follows nothing any more; calls that are under way end by themselves. */
  stop(): void {
    this.#selfCheck.stop()
    this.#restartEvents.stop()
    this.#watches.stop()
    this.#reachability.stop()
  }

  async close(): Promise<void> {
    this.stop()
    await this.#transport.close()
  }

  #reads(signal: AbortSignal, group: string | undefined): LiveReads {
    return new LiveReads(this.#transport, signal, this.#sharedReads, group)
  }
}

import type { MissingRight } from '../../core/errors.ts'
import type { MemoryLedger } from '../../core/memory-ledger.ts'
import type { FairQueue } from '../../core/fair-queue.ts'
import type { Scheduler } from '../../core/scheduler.ts'
import type { ResourceRight } from '../access/resource-right.ts'
import type { CallObserver } from '../client/api-call.ts'
import { CachedCluster } from '../read/cached-cluster.ts'
import { AuthorizedCluster } from '../access/authorized-cluster.ts'
import { SubjectAccess } from '../access/subject-access.ts'
import type { ServedCluster } from '../read/cluster.ts'
import { Discovery } from '../discovery/discovery.ts'
import type { ClusterContext } from './context.ts'
import { testConnection, type ConnectionTestResult } from './connection-test.ts'
import { SingleFlight } from '../../core/single-flight.ts'
import { WatchableContext, type WatchableCluster } from '../cache/watchable-cluster.ts'
import { AccessReviewCache } from '../access/access-review-cache.ts'
import { TimedLists } from '../cache/timed-lists.ts'
import type { Kind } from '../kind.ts'
import { DirectCluster } from '../read/direct-cluster.ts'
import { DeduplicatedReads, type SharedReads } from '../read/deduplicated-reads.ts'
import { missingRights } from '../access/missing-rights.ts'
import { SerializedListCache } from '../read/list-cache.ts'
import { ClusterHealthCheck, type ClusterHealth } from './health-check.ts'
import { Reachability } from './reachability.ts'
import { OwnObjects } from '../write/own-objects.ts'
import { EventRecorder, type EventObserver } from '../write/event-recorder.ts'
import { reviewBy, subjectReviewBy } from '../access/access-review.ts'
import { RulesReviewCache } from '../access/rules-review.ts'
import { ConsistencyCheck } from '../cache/consistency-check.ts'
import { ItemRenderer, type RenderedList } from '../read/item-renderer.ts'
import { ViewMemo } from '../read/memoized-view.ts'
import { PaginationSnapshots } from '../read/pagination/snapshots.ts'
import type { Clock } from '../../core/clock.ts'
import { tokenReviewBy, type ReviewToken } from '../access/token-review.ts'
import { Transport } from '../client/transport.ts'
import type { ItemProjections } from '../read/projection.ts'
import type { ZstdCodec } from '../cache/zstd-codec.ts'
import { CacheManager, type CacheName, type CacheObserver, type WatchReport } from '../cache/cache-manager.ts'
import type { WriteAuthor } from '../write/write-audit.ts'
import { WriteTracker } from '../write/write-tracker.ts'
import type { ReadConsistency } from '../../core/read-consistency.ts'
import type { UserInfo } from '../../core/user-info.ts'

/**
 * Lifetime of a reported status. The operator reports at least every ten minutes, changed or not; a report of
 * twice that age is ignored.
 */
const REPORTED_MS = 20 * 60_000

export interface ClusterConnectionOptions {
  observer: CallObserver & CacheObserver & EventObserver
  userAgent: string
  time: Clock
  /** Milliseconds since 1970. */
  clock: () => number
  /** Shared by all contexts: there is one event loop. */
  scheduler: Scheduler
  /** Shared by all contexts: its buffers alone take half a mebibyte. */
  zstandard: ZstdCodec
  /** Projections of list items, by kind. */
  views: ItemProjections
  /** Accounts for everything that is kept for callers. */
  ledger: MemoryLedger
  /** Builds of large lists, shared by all contexts. */
  listBuilds: FairQueue
  /** Time limit of a request, in milliseconds. */
  requestTimeoutMs: number
}

/** Everything that requests to one context share: its transport, caches, access reviews and cached lists. */
export class ClusterConnection {
  /** The part of the cluster that streams watch. */
  readonly watchable: WatchableCluster
  /** The types that the cluster serves. */
  readonly discovery: Discovery
  /** Objects of the service itself, in the namespace it is in. */
  readonly own: OwnObjects
  /** Access reviews of callers in this cluster. */
  readonly callers: SubjectAccess
  readonly #transport: Transport
  readonly #reachability: Reachability
  readonly #reviews: AccessReviewCache
  /** Rights of the service, for display. */
  readonly #rules: RulesReviewCache
  readonly #watches: CacheManager
  readonly #sharedReads: SharedReads
  readonly #selfCheck: ConsistencyCheck<CacheName>
  readonly #scheduler: Scheduler
  readonly #zstandard: ZstdCodec
  readonly #writes: WriteTracker
  readonly #events: EventRecorder
  readonly #pages: SerializedListCache<RenderedList>
  readonly #snapshots: PaginationSnapshots
  readonly #renderer: ItemRenderer
  readonly #builds: FairQueue
  readonly #timedLists: TimedLists
  readonly #memo: ViewMemo
  readonly #probe: ClusterHealthCheck
  readonly #clock: () => number
  #reportedHealth: ClusterHealth | undefined

  constructor(context: ClusterContext, options: ClusterConnectionOptions) {
    const { observer, userAgent, time, clock, scheduler, zstandard, views, ledger, requestTimeoutMs } =
      options
    this.#pages = new SerializedListCache(ledger)
    this.#builds = options.listBuilds
    this.#timedLists = new TimedLists(time)
    this.#memo = new ViewMemo(time)
    this.#clock = clock
    this.#scheduler = scheduler
    this.#zstandard = zstandard
    this.#transport = new Transport(context, observer, userAgent)
    this.discovery = new Discovery(this.#transport, time)
    this.own = new OwnObjects(this.#transport, context.declared.namespace ?? 'default')
    this.#probe = new ClusterHealthCheck(this.#transport, time, clock)
    this.#reachability = new Reachability((signal) => this.#transport.readiness(signal), time)
    const reviewing = { reachability: this.#reachability, time, ledger }
    this.#reviews = new AccessReviewCache(reviewBy(this.#transport), reviewing)
    this.#rules = new RulesReviewCache(this.#transport, reviewBy(this.#transport), time)
    this.callers = new SubjectAccess(subjectReviewBy(this.#transport), reviewing)
    const caching = {
      reviews: this.#reviews,
      reachability: this.#reachability,
      time,
      scheduler,
      zstandard,
      views,
    }
    this.#watches = new CacheManager(this.#transport, caching, observer)
    this.#selfCheck = new ConsistencyCheck({
      transport: this.#transport,
      watched: () => this.#watches.live(),
      time,
      scheduler,
      observer,
    })
    this.#selfCheck.start()
    this.#writes = new WriteTracker(time)
    const quarantined = (resource: string): void =>
      observer.quarantined({ context: context.name, resource, scope: '' })
    this.#sharedReads = {
      flights: new SingleFlight(),
      writes: this.#writes,
      reachability: this.#reachability,
      time,
      maxWaitMs: requestTimeoutMs / 2,
      quarantined: ({ plural }) => quarantined(plural),
      warmupQueue: (kind, namespace) => this.#watches.warmupQueue(kind, namespace),
    }
    this.#events = new EventRecorder(this.#transport, observer, clock)
    this.#snapshots = new PaginationSnapshots(time, ledger)
    this.#renderer = new ItemRenderer(scheduler, quarantined)
    this.watchable = new WatchableContext({
      transport: this.#transport,
      reviews: this.#reviews,
      watches: this.#watches,
      renderer: this.#renderer,
      reads: (signal) => this.#reads(signal, undefined),
    })
  }

  /** Returns the cluster for one request, with the service's rights, and those of `subject` if present. */
  cluster(
    signal: AbortSignal,
    consistency: ReadConsistency,
    author: WriteAuthor,
    subject: UserInfo | undefined,
  ): ServedCluster {
    const { resource = '', version = '' } = consistency.atLeast ?? {}
    const reads = this.#reads(signal, consistency.bypassCache ? undefined : `${resource} ${version}`)
    const { grants } = this.#transport.context
    const cluster = new CachedCluster(
      new DirectCluster(reads, { writes: this.#writes, events: this.#events, author }, signal),
      {
        grants,
        reviews: this.#reviews,
        caches: this.#watches,
        writes: this.#writes,
        pages: this.#pages,
        snapshots: this.#snapshots,
        renderer: this.#renderer,
        builds: this.#builds,
        timedLists: this.#timedLists,
        memo: this.#memo,
        scheduler: this.#scheduler,
        zstandard: this.#zstandard,
        reads: (readSignal) => this.#reads(readSignal, undefined),
      },
      { caller: author.caller?.name ?? '', signal },
      consistency,
    )
    return subject === undefined ? cluster : new AuthorizedCluster(cluster, grants, this.callers, subject)
  }

  /** Returns a function that sends TokenReviews for these audiences to this cluster. */
  tokenReview(audiences: readonly string[]): ReviewToken {
    return tokenReviewBy(this.#transport, audiences)
  }

  /**
   * Returns the cluster's health: the operator's recent report, so that every replica says the same, else the
   * result of this process's own check.
   */
  async health(): Promise<ClusterHealth> {
    const reported = this.#reportedHealth
    return reported !== undefined && this.#clock() - reported.at < REPORTED_MS
      ? reported
      : this.#probe.health()
  }

  /** Stores the health that the operator reported. */
  setReportedHealth(health: ClusterHealth | undefined): void {
    this.#reportedHealth = health
  }

  /** Runs the connection test, with the rights that responses depend on. */
  async test(rights: readonly ResourceRight[], signal: AbortSignal): Promise<ConnectionTestResult> {
    return testConnection(this.#transport, this.#rules, rights, signal)
  }

  /** Returns the rights the service lacks in a namespace or cluster-wide; rejects if undecided. */
  async missing(
    rights: readonly ResourceRight[],
    namespace: string | undefined,
    signal: AbortSignal,
  ): Promise<MissingRight[]> {
    return missingRights(rights, namespace, this.context.grants, async (query) =>
      this.#rules.allows(query, signal),
    )
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

  /** Whether a context has the same server, proxy, credentials, grants and declaration as this one. */
  isSameTarget({ origin, basePath, proxy, credentials, grants, declared }: ClusterContext): boolean {
    const { context } = this
    const same = origin === context.origin && basePath === context.basePath && proxy === context.proxy
    return (
      same &&
      credentials === context.credentials &&
      JSON.stringify([grants, declared]) === JSON.stringify([context.grants, context.declared])
    )
  }

  /** Drops cached access reviews after the identity changed: they belong to the previous one. */
  credentialsRotated(): void {
    this.#reviews.forget()
    this.#rules.forget()
    this.callers.forget()
    this.discovery.forget()
    this.#timedLists.forget()
  }

  /** Stops all watches and checks; calls in flight finish on their own. */
  stop(): void {
    this.#selfCheck.stop()
    this.#events.stop()
    this.#watches.stop()
    this.#reachability.stop()
  }

  async close(): Promise<void> {
    this.stop()
    this.#pages.close()
    this.#snapshots.close()
    this.#reviews.close()
    this.callers.close()
    await this.#transport.close()
  }

  #reads(signal: AbortSignal, group: string | undefined): DeduplicatedReads {
    return new DeduplicatedReads(this.#transport, signal, this.#sharedReads, group)
  }
}

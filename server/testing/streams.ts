import { background } from '../core/background.ts'
import { deployments } from '../kinds/deployments/kind.ts'
import { pods } from '../kinds/pods/kind.ts'
import type { CallerRights } from '../stream/stream-authorization.ts'
import { Hub } from '../stream/hub.ts'
import { streamKinds } from '../stream/stream-kinds.ts'
import { Scheduler } from '../core/scheduler.ts'
import { eventually } from './eventually.ts'
import { FakeWatchableCluster } from './fake-watchable-cluster.ts'
import { FakeSseWriter } from './fake-sink.ts'
import { ManualClock } from './manual-time.ts'
import { MemoryLedger } from '../core/memory-ledger.ts'
import { now } from './metadata.ts'
import { replace } from './build-cached-object.ts'
import type { EventStream } from '../api/responses.ts'

interface StreamRequestFields {
  kinds?: readonly string[]
  namespace?: string
  labelSelector?: string
  snapshot?: boolean
  lastEventId?: string
  rights?: CallerRights
}

const RECHECK_MS = 1000

/** The streams of one context whose Pods and Deployments a test changes by hand. */
export class Streams {
  readonly time = new ManualClock()
  readonly followed = new FakeWatchableCluster()
  readonly pods = this.followed.store(pods)
  readonly deployments = this.followed.store(deployments)
  /** The values of the stream metrics. */
  readonly counts = new Map<string, number>()
  readonly hub = new Hub({
    time: this.time,
    clock: () => now,
    scheduler: new Scheduler(),
    ledger: new MemoryLedger(1e9),
    observer: {
      opened: () => this.#count('open', 1),
      closed: () => this.#count('open', -1),
      eventsSent: (kind, events) => this.#count(`told ${kind}`, events),
      resynced: (reason) => this.#count(`resync ${reason}`, 1),
      forbidden: (kind) => this.#count(`forbidden ${kind}`, 1),
      dropped: () => this.#count('dropped', 1),
    },
  })

  /** Fills the stores with two Pods and a Deployment, at resourceVersion 100. */
  fill(): void {
    replace(this.pods, [this.pod('a', 50), this.pod('b', 60)], '100')
    replace(this.deployments, [this.followed.entry(deployments, 'web', 70)], '100')
  }

  pod(name: string, version: number, made: Parameters<FakeWatchableCluster['entry']>[3] = {}) {
    return this.followed.entry(pods, name, version, made)
  }

  /** Opens a stream and returns its sink; `sink.destroy()` disconnects the caller. */
  async open(asked: StreamRequestFields = {}, sink = new FakeSseWriter()): Promise<FakeSseWriter> {
    const { kinds = ['pods'], namespace, labelSelector, snapshot = true, lastEventId, rights } = asked
    const wanted = streamKinds.filter(({ plural }) => kinds.includes(plural))
    const query = { rows: wanted, namespace, labelSelector, snapshot }
    const stream = await this.hub.open({ followed: this.followed, rights }, query, lastEventId, sink.signal)
    stream.start(sink, sink.signal)
    this.#recheckLater(stream, sink.signal)
    return sink
  }

  /** Opens a stream and waits for its `synced` event. */
  async synced(asked: StreamRequestFields = {}): Promise<FakeSseWriter> {
    const sink = await this.open(asked)
    await until(sink, (events) => events.some((one) => one.startsWith('synced')))
    return sink
  }

  /** As the server does while a response is open. */
  #recheckLater(stream: EventStream, signal: AbortSignal): void {
    const cancel = this.time.after(RECHECK_MS, () =>
      background('the check of a stream', async () => {
        await stream.recheck?.()
        if (!signal.aborted) this.#recheckLater(stream, signal)
      }),
    )
    signal.addEventListener('abort', cancel, { once: true })
  }

  #count(what: string, by: number): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + by)
  }
}

/** Waits until the events of a sink satisfy a condition. */
export async function until(sink: FakeSseWriter, holds: (events: string[]) => boolean): Promise<void> {
  await eventually(`after ${sink.events.join(', ')}`, () => holds(sink.events)).catch(() => {
    throw new Error(`never in: ${sink.events.slice(-20).join(', ')}`)
  })
}

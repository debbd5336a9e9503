import { setTimeout as pause } from 'node:timers/promises'
import type { BenchCluster, ChurnPlan } from '../cluster.ts'
import { namespaceOf, type Shape } from '../data/shape.ts'
import { Meter } from '../measure/meter.ts'
import { undisturbed } from '../measure/moments.ts'
import type { OpenResult } from '../measure/open-loop.ts'
import { percentile } from '../measure/statistics.ts'
import type { RoundsOptions } from '../measure/rounds.ts'
import type { Settings } from '../settings.ts'
import { type Load, type Stage, startLoad } from '../stage.ts'
import { SERVICE_CORE } from '../subject.ts'

/** Readers share a core with the cluster or with the service: with more of them, what falls behind would be that. */
export const READS_PER_SECOND = 500
const CONNECTIONS = 64

/** What the reference of a round may differ by from that of all for the round to count: it is the slowest of some thousand. */
const DRIFT = 0.5
/**
 * The slowest of some thousand reads are a few moments of the machine's, and differ far more from go to go than what all of them
 * take: a go is so many times longer than others.
 */
const LONGER = 4

/**
 * It is reads under churn that are measured, not its begin: whoever updates has done nothing since the last time, is slow at
 * first, and then makes up for it with many at once.
 */
const LEAD_S = 1
/** What was updated last is seen by everybody after that. */
const SETTLING_MS = 500

/** Reads of a URL, so many a second, while so many Pods a second are updated. */
export interface ReadingPlan extends ChurnPlan {
  url: string
  reads: number
}

/** How rounds of reads under churn are made, and how long a go is. */
export function goesOf({ rounds, seconds }: Settings): RoundsOptions & { seconds: number } {
  return { rounds, seconds: seconds * LONGER, drift: DRIFT }
}

/** The Pods of a namespace like all others, whose Pods are updated as often as anybody's. */
export function usualPods(origin: string, { namespaces }: Shape): string {
  return podsOf(origin, namespaceOf(1 % namespaces))
}

export function podsOf(origin: string, namespace: string): string {
  return `${origin}/api/pods?namespace=${namespace}`
}

/** Who reads, and what tells when the service's core was somebody else's. */
export interface Readers extends Load {
  /** Only where BENCH_ALONE allows it. */
  meter: Meter | undefined
}

/** How long reads took, in milliseconds: p99 of those that nobody on the service's core disturbed, and of all. */
export interface Read extends Pick<OpenResult, 'failed' | 'failures'> {
  p99: number
  all99: number
  disturbed: number
  marks: readonly number[]
}

/**
 * Who reads, where the cluster has readers. On the service's core they would wait for it to end its turn before they so much as look
 * at their clock, which callers elsewhere do not: where BENCH_ALONE allows it they go first there.
 */
export async function startReaders({ readersCore }: BenchCluster, { alone }: Settings): Promise<Readers> {
  const load = await startLoad(readersCore, alone && readersCore === SERVICE_CORE)
  const meter = alone ? await Meter.open(SERVICE_CORE) : undefined
  return {
    openLoop: (plan) => load.openLoop(plan),
    meter,
    end: async () => {
      await load.end()
      await meter?.end()
    },
  }
}

/** Reads while Pods are updated; also answers the marks of the Pod that is looked at. */
export async function readUnder(
  { cluster, readers }: Pick<Stage, 'cluster'> & { readers: Readers },
  { url, reads, perSecond, seconds }: ReadingPlan,
): Promise<Read> {
  const plan = {
    urls: [url],
    perSecond: reads,
    seconds,
    connections: CONNECTIONS,
    yielding: true,
    each: true,
  }
  await readers.meter?.start()
  const [found, marks] = await Promise.all([
    pause(LEAD_S * 1000).then(() => readers.openLoop(plan)),
    perSecond === 0 ? [] : cluster.churn({ perSecond, seconds: LEAD_S + seconds }),
  ])
  const kept = undisturbed(found.reads, (await readers.meter?.stop()) ?? [])
  await pause(SETTLING_MS)
  return {
    p99: percentile(
      kept.map(([from, to]) => to - from),
      0.99,
    ),
    all99: found.p99,
    disturbed: found.reads.length - kept.length,
    failed: found.failed,
    failures: found.failures,
    marks,
  }
}

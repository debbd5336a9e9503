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

/** Readers share a core with the cluster or with the service; at higher rates, that one would fall behind. */
export const READS_PER_SECOND = 500
const CONNECTIONS = 64

/**
 * The largest deviation of a round's reference from the median with which the round counts. It is large,
 * because the reference is the slowest of some thousand reads.
 */
const DRIFT = 0.5
/**
 * Factor for the duration of a run. The slowest of some thousand reads are a few moments of the machine,
 * which vary far more between runs than the time of all reads.
 */
const LONGER = 4

/**
 * Seconds of updates before the measurement. The updating process has been idle, is slow at first, and then
 * catches up with a burst.
 */
const LEAD_S = 1
/** Milliseconds after which the last update is visible everywhere. */
const SETTLING_MS = 500

/** Reads of a URL at one rate while Pods are updated at another. */
export interface ReadingPlan extends ChurnPlan {
  url: string
  reads: number
}

/** Returns the rounds and the duration of each run for reads under churn. */
export function goesOf({ rounds, seconds }: Settings): RoundsOptions & { seconds: number } {
  return { rounds, seconds: seconds * LONGER, drift: DRIFT }
}

/** Returns the URL of the Pods in an ordinary namespace, whose Pods are updated as often as all others. */
export function usualPods(origin: string, { namespaces }: Shape): string {
  return podsOf(origin, namespaceOf(1 % namespaces))
}

export function podsOf(origin: string, namespace: string): string {
  return `${origin}/api/pods?namespace=${namespace}`
}

/** The readers, and the meter of the service's core. */
export interface Readers extends Load {
  /** Set only with BENCH_ALONE. */
  meter: Meter | undefined
}

/**
 * The latencies in milliseconds: the p99 of reads that other work on the service's core did not disturb, and
 * of all reads.
 */
export interface Read extends Pick<OpenResult, 'failed' | 'failures'> {
  p99: number
  all99: number
  disturbed: number
  marks: readonly number[]
}

/**
 * Starts the readers on the core that the cluster assigns to them. On the service's core they would have to
 * wait for the end of its time slice before they could read the clock, unlike callers on other machines, so
 * with BENCH_ALONE they have priority there.
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

/** Reads while Pods are updated; also returns the marks of the observed Pod. */
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

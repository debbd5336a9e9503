import { LOOKED_AT_PER_SECOND } from '../cluster.ts'
import { placeOf } from '../data/pods.ts'
import type { Claim, Row } from '../measure/claim.ts'
import { failuresOf } from '../measure/open-loop.ts'
import { engineSeconds } from '../measure/proc.ts'
import { interleave } from '../measure/rounds.ts'
import { estimate, median } from '../measure/statistics.ts'
import { closedLoop } from '../measure/wrk.ts'
import type { Stage } from '../stage.ts'
import { count, estimated, millis } from '../units.ts'
import { Observer, type Lateness } from './observing.ts'
import {
  goesOf,
  podsOf,
  type Read,
  type Readers,
  READS_PER_SECOND,
  readUnder,
  startReaders,
  usualPods,
} from './reading-under-churn.ts'

/**
 * The largest share of CPU time of V8's threads in a warm service. V8 optimizes rarely executed code late, on
 * the core of the service and for a millisecond at a time; above this share, the slowest hundredth of the
 * reads is due to that. At 100 updates a second it takes minutes.
 */
const OPTIMIZING = 0.002
/**
 * Factor by which reads are increased for a faster warm-up. After this many rounds the service is measured as
 * it is.
 */
const WARMING_READS = 10
const WARMING_S = 8
const WARMING_ROUNDS = 15
/** Factor for the number of rounds: the machine has bad minutes, which last for whole rounds. */
const MORE_ROUNDS = 2

/** If the API server's own watch is later than this, the machine cannot sustain the rate. */
const BEHIND_MS = 1000

interface Churned extends Lateness, Omit<Read, 'marks'> {}

/**
 * P9: reads of one namespace while Pods are updated, compared with the same reads without updates, and the
 * age of the state they return. The reads are of an ordinary namespace, whose Pods are updated as often as
 * all others. Separate runs read the namespace of the observed Pod, which is updated at the same rate
 * whatever the total rate. Each row is returned as soon as its rate has been measured.
 */
export async function* churn(stage: Stage): AsyncGenerator<Row> {
  const { cluster, service, settings } = stage
  const goes = goesOf({ ...settings, rounds: settings.rounds * MORE_ROUNDS })
  const readers = await startReaders(cluster, settings)
  const { shape } = cluster
  const usual = usualPods(service.origin, shape)
  const looked = podsOf(service.origin, placeOf(shape, 0).namespace)
  const most = (await closedLoop({ url: usual, connections: 16, seconds: settings.seconds })).perSecond
  const rate = Math.min(most / 2, READS_PER_SECOND)
  const observer = await Observer.open(cluster, service)
  const watched = async (
    perSecond: number,
    { url = usual, reads = rate, seconds = goes.seconds } = {},
  ): Promise<Churned> => {
    await observer.start()
    const { marks, ...read } = await readUnder({ cluster, readers }, { url, reads, perSecond, seconds })
    return { ...read, ...(await observer.stop(marks)) }
  }
  // The cluster and the observer share a core with the readers and must yield to them: otherwise their load
  // would appear as latency of the service.
  await Promise.all([cluster.giveWay(true), observer.giveWay()])
  const busiest = Math.max(...cluster.churnRates)
  const warmed = await warm(async () => {
    await watched(busiest, { reads: rate * WARMING_READS, seconds: WARMING_S })
    const before = engineSeconds(service.pid)
    await watched(busiest, { seconds: WARMING_S })
    return (engineSeconds(service.pid) - before) / WARMING_S
  })
  for (const perSecond of cluster.churnRates) {
    const groups = {
      quiet: () => watched(0),
      busy: () => watched(perSecond),
      looked: () => watched(perSecond, { url: looked }),
    }
    const rounds = await interleave(groups, ({ quiet }) => quiet.p99, goes)
    const quiet = `p99 ${millis(median(rounds.map((round) => round.quiet.p99)))}`
    const busy = rounds.map((round) => round.busy)
    const wrong = failuresOf(rounds.flatMap(Object.values<Churned>))
    const raw = median(busy.map((seen) => seen.raw))
    const row = {
      id: 'P9',
      on: cluster.name,
      ...(wrong === undefined ? {} : { wrong }),
      ...(raw > BEHIND_MS
        ? { note: 'the API server itself fell behind: this rate is more than the machine takes' }
        : {}),
    }
    yield {
      ...row,
      scenario: `reads under ${perSecond} Pod updates/s`,
      value: `p99 ${millis(median(busy.map(({ p99 }) => p99)))}, stale ${millis(median(busy.map(({ ours }) => ours)))}`,
      limit: `${quiet}, L6 ${millis(raw)}`,
      claims: [
        ofQuiet(rounds.map((round) => round.busy.p99 / round.quiet.p99)),
        {
          what: 'ms staler than L6',
          figure: estimate(busy.map((seen) => seen.ours - seen.raw)),
          target: { atMost: 15 },
        },
      ],
      also: {
        reads: count(rate),
        seenBy: observer.seenBy,
        warmed,
        ...disturbance(rounds, readers),
        rounds: rounds
          .map(
            ({ quiet, busy, looked }) => `${millis(quiet.p99)}, ${millis(busy.p99)}, ${millis(looked.p99)}`,
          )
          .join('; '),
        missed: busy.reduce((sum, { missed }) => sum + missed, 0),
      },
    }
    yield {
      ...row,
      scenario: `the same where one Pod has ${LOOKED_AT_PER_SECOND} of the ${perSecond}`,
      value: `p99 ${millis(median(rounds.map((round) => round.looked.p99)))}`,
      limit: quiet,
      claims: [ofQuiet(rounds.map((round) => round.looked.p99 / round.quiet.p99))],
    }
  }
  await cluster.giveWay(false)
  await observer.end()
  await readers.end()
}

/**
 * Returns the number of reads that are left out because other work used the service's core, and their effect
 * on the figures.
 */
function disturbance(rounds: readonly Record<'quiet' | 'busy', Churned>[], { meter }: Readers): Row['also'] {
  if (meter === undefined) return {}
  const disturbed = (group: 'quiet' | 'busy') => count(median(rounds.map((round) => round[group].disturbed)))
  return {
    disturbed: `${disturbed('quiet')} quiet, ${disturbed('busy')} busy`,
    ofQuietWithAll: estimated(estimate(rounds.map(({ busy, quiet }) => busy.all99 / quiet.all99))),
  }
}

function ofQuiet(ratios: readonly number[]): Claim {
  return { what: 'p99 of quiet', figure: estimate(ratios), target: { atMost: 2 } }
}

/** Runs until V8 had nothing to optimize twice in a row; returns the number of rounds. */
async function warm(optimizing: () => Promise<number>): Promise<number> {
  let round = 0
  for (let done = 0; done < 2 && round < WARMING_ROUNDS; round++)
    done = (await optimizing()) < OPTIMIZING ? done + 1 : 0
  return round
}

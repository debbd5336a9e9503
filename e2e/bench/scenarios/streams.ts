import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BenchCluster } from '../cluster.ts'
import { Child } from '../measure/child.ts'
import { againstEarlier, exactly, type Row } from '../measure/claim.ts'
import { memoryOf } from '../measure/proc.ts'
import { interleave, type RoundGroup } from '../measure/rounds.ts'
import { estimate, median } from '../measure/statistics.ts'
import { LOAD_CORE } from '../measure/wrk.ts'
import type { Collected } from '../processes/clients.ts'
import type { Settings } from '../settings.ts'
import type { Stage } from '../stage.ts'
import { earlierIn, type EarlierName, keyOfEarlier } from '../subject.ts'
import { mebibytes, millis } from '../units.ts'
import { Observer } from './observing.ts'
import { streamOf } from './stream-route.ts'

const CLIENTS = 1000
const PER_SECOND = 50
const MOST_MS = 60
const STALLED = CLIENTS / 20
/** Number of untimed clients for each timed one, which read the same events. */
const BETWEEN = 19
/**
 * Factor for the number of rounds: the slowest of some hundred events vary more between rounds than latencies
 * of requests.
 */
const MORE_ROUNDS = 3
/** MiB of the service's memory that a stalled client may use. */
const STALLED_MIB = 1

interface Go extends Collected {
  /** The delay in milliseconds with which a raw watch of the API server (L6) saw the same change, p99. */
  raw: number
}

/**
 * P16 and P17: 1,000 clients of the event stream, and the same if one in twenty stalls. P16 is also measured on
 * earlier checkouts.
 */
export async function streams(
  cluster: BenchCluster,
  { service, before: earlier }: Pick<Stage, 'service' | 'before'>,
  settings: Settings,
): Promise<Row[]> {
  const all = { id: 'P16', scenario: `${CLIENTS} event streams, ${PER_SECOND} events/s`, on: cluster.name }
  const some = { id: 'P17', scenario: `the same, ${STALLED} of them stalled`, on: cluster.name }
  const stream = 'kinds=pods&snapshot=false'
  const url = await streamOf(service.origin, stream)
  if (url === undefined) {
    const none = { value: '-', limit: '-', claims: [], absent: 'the service has no event stream yet' }
    return [
      { ...all, ...none },
      { ...some, ...none },
    ]
  }
  const observer = await Observer.open(cluster, service)
  const go = async (crowd: Crowd): Promise<Go> => {
    await Promise.all([crowd.each('begin'), observer.start()])
    const sent = await cluster.churn({ perSecond: PER_SECOND, seconds: settings.seconds })
    await pause(500)
    const { raw } = await observer.stop(sent)
    return { ...(await crowd.collect()), raw }
  }
  // Each group has clients of its own: those of another would receive the events at the same time.
  const group =
    (of: string, stalls = false) =>
    async (): Promise<Go> => {
      const crowd = await Crowd.open(of)
      if (stalls) await crowd.stall()
      const found = await go(crowd)
      await crowd.end()
      return found
    }
  const groups: Record<'open' | 'hindered' | EarlierName, RoundGroup<Go>> = {
    open: group(url),
    hindered: group(url, true),
  }
  for (const one of earlier) {
    const its = await streamOf(one.origin, stream)
    if (its === undefined) throw new Error(`${one.name} has no event stream`)
    groups[keyOfEarlier(one)] = group(its)
  }
  for (const warm of Object.values(groups)) await warm()
  // All rounds count: the result is compared with a fixed figure, not with a limit that could have drifted.
  const rounds = await interleave(groups, ({ open }) => open.p99, {
    rounds: settings.rounds * MORE_ROUNDS,
    drift: Infinity,
  })
  const crowd = await Crowd.open(url)
  const before = memoryOf(service.pid).pss
  await crowd.stall()
  await cluster.churn({ perSecond: PER_SECOND, seconds: settings.seconds * settings.rounds })
  const grown = memoryOf(service.pid).pss - before
  await crowd.end()
  await observer.end()
  const [open, hindered] = [rounds.map((round) => round.open), rounds.map((round) => round.hindered)]
  const raw = median(open.map((found) => found.raw))
  const p99s = (found: readonly Collected[]): number[] => found.map(({ p99 }) => p99)
  const usual = median(p99s(open))
  // All clients of a stream receive the same bytes, so a client with fewer has lost events.
  const short = (found: readonly Collected[]): number =>
    found.filter(({ least, most }) => least < most * 0.98).length
  return [
    {
      ...all,
      value: `p99 ${millis(usual)}`,
      limit: `L6 ${millis(raw)}`,
      claims: [
        { what: 'ms p99', figure: estimate(p99s(open)), target: { atMost: MOST_MS } },
        { what: 'rounds with losses', figure: exactly(short(open)), target: { atMost: 0 } },
        ...earlier.map((one) =>
          againstEarlier(
            one.name,
            rounds.map((round) => round.open.p99 / earlierIn(round, one).p99),
            false,
          ),
        ),
      ],
      // If the API server's own watch is later than the target, the service cannot meet it.
      ...(raw > MOST_MS ? { note: "the API server's own watch was later than the target" } : {}),
      also: { pss: mebibytes(before) },
    },
    {
      ...some,
      value: `p99 ${millis(median(p99s(hindered)))}`,
      limit: `p99 ${millis(usual)}`,
      claims: [
        {
          what: 'p99 of P16',
          figure: estimate(rounds.map((round) => round.hindered.p99 / round.open.p99)),
          target: { atMost: 1.1 },
        },
        { what: 'MiB a stalled client', figure: exactly(grown / STALLED), target: { atMost: STALLED_MIB } },
      ],
    },
  ]
}

/**
 * A thousand clients. The timed ones are a process of their own with priority over the others: otherwise the
 * load of the clients would appear as latency of the service.
 */
class Crowd {
  readonly #timed: Child
  readonly #others: Child

  private constructor(timed: Child, others: Child) {
    this.#timed = timed
    this.#others = others
  }

  static async open(url: string): Promise<Crowd> {
    const script = join(import.meta.dirname, '..', 'processes', 'clients.ts')
    const [timed, others] = await Promise.all([
      Child.start(script, { core: LOAD_CORE }),
      Child.start(script, { core: LOAD_CORE }),
    ])
    await others.schedule('--idle')
    // Timed and untimed clients are opened alternately, so that the timed ones are not first in the service's
    // order.
    for (let opened = 0; opened < CLIENTS; opened += 1 + BETWEEN) {
      await timed.ask('open', { url, times: 1, timed: true })
      await others.ask('open', { url, times: BETWEEN, timed: false })
    }
    return new Crowd(timed, others)
  }

  async each(topic: 'begin' | 'close'): Promise<void> {
    await Promise.all([this.#timed.ask(topic), this.#others.ask(topic)])
  }

  async stall(): Promise<void> {
    await this.#others.ask('stall', { times: STALLED })
  }

  async collect(): Promise<Collected> {
    const [timed, others] = await Promise.all([
      this.#timed.ask<Collected>('collect'),
      this.#others.ask<Collected>('collect'),
    ])
    return {
      ...timed,
      least: Math.min(timed.least, others.least),
      most: Math.max(timed.most, others.most),
    }
  }

  async end(): Promise<void> {
    await this.each('close')
    await this.#timed.end()
    await this.#others.end()
  }
}

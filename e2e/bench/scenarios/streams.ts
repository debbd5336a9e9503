import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BenchCluster } from '../cluster.ts'
import { Child } from '../measure/child.ts'
import { exactly, type Row } from '../measure/claim.ts'
import { memoryOf } from '../measure/proc.ts'
import { interleave } from '../measure/rounds.ts'
import { estimate, median } from '../measure/statistics.ts'
import { LOAD_CORE } from '../measure/wrk.ts'
import type { Collected } from '../processes/clients.ts'
import type { Settings } from '../settings.ts'
import type { RunningService } from '../subject.ts'
import { mebibytes, millis } from '../units.ts'
import { Observer } from './observing.ts'
import { streamOf } from './stream-route.ts'

const CLIENTS = 1000
const PER_SECOND = 50
const MOST_MS = 50
const STALLED = CLIENTS / 20
/** So many clients take what one that is timed takes. */
const BETWEEN = 19
/** The slowest of some hundred events differ more from round to round than what answers take: so many times as many rounds. */
const MORE_ROUNDS = 3
/** What a client that takes nothing may hold of the service's memory. */
const STALLED_MIB = 1

interface Go extends Collected {
  /** How late a raw watch of the API server saw the same (L6), in milliseconds, p99. */
  raw: number
}

/** P16 and P17: a thousand clients of the event stream, and the same when one in twenty takes nothing any more. */
export async function streams(
  cluster: BenchCluster,
  service: RunningService,
  settings: Settings,
): Promise<Row[]> {
  const all = { id: 'P16', scenario: `${CLIENTS} event streams, ${PER_SECOND} events/s`, on: cluster.name }
  const some = { id: 'P17', scenario: `the same, ${STALLED} of them stalled`, on: cluster.name }
  const url = await streamOf(service.origin, 'kinds=pods&snapshot=false')
  if (url === undefined) {
    const none = { value: '-', limit: '-', claims: [], absent: 'the service has no event stream yet' }
    return [
      { ...all, ...none },
      { ...some, ...none },
    ]
  }
  const crowd = await Crowd.open(url)
  const observer = await Observer.open(cluster, service)
  const go = async (): Promise<Go> => {
    await Promise.all([crowd.each('begin'), observer.start()])
    const sent = await cluster.churn({ perSecond: PER_SECOND, seconds: settings.seconds })
    await pause(500)
    const { raw } = await observer.stop(sent)
    return { ...(await crowd.collect()), raw }
  }
  const lanes = {
    open: go,
    hindered: async () => {
      await crowd.stall()
      const found = await go()
      await crowd.renew()
      return found
    },
  }
  await go()
  // All count: what an open go comes to is held to a figure, not to a limit that could have drifted.
  const rounds = await interleave(lanes, ({ open }) => open.p99, {
    rounds: settings.rounds * MORE_ROUNDS,
    drift: Infinity,
  })
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
  // Clients of one stream get the same bytes; whoever got fewer has lost something.
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
      ],
      // What the API server tells too late for the target cannot be told in time.
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
 * A thousand clients. Those that are timed are a process of their own, which the others give way to: what a busy client sees late,
 * the service was not late with.
 */
class Crowd {
  readonly #url: string
  readonly #timed: Child
  readonly #others: Child

  private constructor(url: string, timed: Child, others: Child) {
    this.#url = url
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
    // In turns, so that who is timed is no earlier in any order than the others.
    for (let opened = 0; opened < CLIENTS; opened += 1 + BETWEEN) {
      await timed.ask('open', { url, times: 1, timed: true })
      await others.ask('open', { url, times: BETWEEN, timed: false })
    }
    return new Crowd(url, timed, others)
  }

  async each(topic: 'begin' | 'close'): Promise<void> {
    await Promise.all([this.#timed.ask(topic), this.#others.ask(topic)])
  }

  async stall(): Promise<void> {
    await this.#others.ask('stall', { times: STALLED })
  }

  /** Those that were stalled leave, and as many come. */
  async renew(): Promise<void> {
    await this.#others.ask('renew', { url: this.#url })
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

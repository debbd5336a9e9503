import { setTimeout as pause } from 'node:timers/promises'
import type { DemoCluster } from '../../support/demo-cluster.ts'
import { placeOf } from '../data/pods.ts'
import type { Shape } from '../data/shape.ts'
import type { ObservedRequest } from '../../../server/demo/cluster.ts'

/** Milliseconds that a list is delayed, so that all concurrent callers find the first call in flight. */
const HELD_MS = 5000
const LINE = 'ts=2026-11-20T09:00:00.000Z level=info msg="request served" path=/api/items status=200 ms=12\n'

/** The service's requests to the demo cluster, by purpose. */
export interface DemoCounts {
  reads: number
  watches: number
  reviews: number
}

/** Controls a demo cluster for the benchmark: counts requests, delays responses, and makes Pods log. */
export class DemoSwitches {
  readonly #demo: DemoCluster
  #counts: DemoCounts = { reads: 0, watches: 0, reviews: 0 }

  constructor(demo: DemoCluster, shape: Shape) {
    this.#demo = demo
    demo.onRequest((seen) => this.#count(seen))
    const talks = (index: number, bytes: () => AsyncIterable<Uint8Array>): void => {
      const { name } = placeOf(shape, index)
      demo.faults.logSource({ when: ({ pod }) => pod === name, bytes })
    }
    talks(TALKERS.short, () => short())
    talks(TALKERS.fast, () => fast())
    talks(TALKERS.slow, () => slow())
  }

  counts(): DemoCounts {
    return { ...this.#counts }
  }

  forget(): void {
    this.#counts = { reads: 0, watches: 0, reviews: 0 }
  }

  /**
   * From now on, watches of Pods get no response and lists of them are delayed, so that reads find no cache.
   */
  hold(): void {
    const ofPods = ({ url }: ObservedRequest): boolean => /\/pods(\?|$)/.test(url)
    this.#demo.faults.inject({ when: (seen) => ofPods(seen) && isWatch(seen), action: () => undefined })
    this.#demo.faults.inject({
      when: ofPods,
      action: (_request, _response, proceed) => void pause(HELD_MS).then(proceed),
    })
  }

  #count(seen: ObservedRequest): void {
    if (seen.headers['user-agent']?.startsWith('cluster-inspector/') !== true) return
    if (seen.url.includes('selfsubjectaccessreviews')) this.#counts.reviews++
    else if (isWatch(seen)) this.#counts.watches++
    else if (seen.method === 'GET' && !seen.url.startsWith('/readyz')) this.#counts.reads++
  }
}

function isWatch({ url }: ObservedRequest): boolean {
  return /[?&]watch=(true|1)/.test(url)
}

/**
 * The indexes of the Pods that log: a short log, one without end as fast as it is read, and one with a line
 * every 0.1 s.
 */
export const TALKERS = { short: 3, fast: 4, slow: 5 } as const

async function* short(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(LINE.repeat(100))
}

async function* fast(): AsyncGenerator<Uint8Array> {
  const chunk = Buffer.from(LINE.repeat(640))
  for (;;) yield chunk
}

async function* slow(): AsyncGenerator<Uint8Array> {
  for (;;) {
    yield Buffer.from(LINE)
    await pause(100)
  }
}

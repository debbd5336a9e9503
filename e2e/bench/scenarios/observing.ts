import { join } from 'node:path'
import type { BenchCluster } from '../cluster.ts'
import { placeOf } from '../data/pods.ts'
import { Child } from '../measure/child.ts'
import { staleness } from '../measure/marker.ts'
import { percentile } from '../measure/statistics.ts'
import { LOAD_CORE } from '../measure/wrk.ts'
import type { Observation, Sightings } from '../processes/observer.ts'
import type { RunningService } from '../subject.ts'
import { streamOf } from './stream-route.ts'

/** The delay in milliseconds with which the first Pod's marks were seen. */
export interface Lateness {
  /** Through a raw watch of the API server (L6), p99. */
  raw: number
  /** Through the service, p99. */
  ours: number
  /** Marks of which the service showed neither the mark itself nor a later one. */
  missed: number
}

/** A process that observes the first Pod of a cluster through a raw watch and through the service. */
export class Observer {
  readonly seenBy: string
  readonly #child: Child
  readonly #observation: Observation

  private constructor(child: Child, observation: Observation) {
    this.seenBy = observation.stream === undefined ? 'detail, asked every 2 ms' : 'stream'
    this.#child = child
    this.#observation = observation
  }

  static async open({ shape, access }: BenchCluster, { origin }: RunningService): Promise<Observer> {
    const { namespace, name } = placeOf(shape, 0)
    const stream = await streamOf(origin, `kinds=pods&namespace=${namespace}&snapshot=false`)
    const script = join(import.meta.dirname, '..', 'processes', 'observer.ts')
    return new Observer(await Child.start(script, { core: LOAD_CORE }), {
      access,
      watch: `/api/v1/namespaces/${namespace}/pods?watch=true&fieldSelector=metadata.name%3D${name}`,
      detail: `${origin}/api/pods/${name}?namespace=${namespace}`,
      stream,
    })
  }

  /** Lets the observer yield at once to the measuring processes on its core. */
  async giveWay(): Promise<void> {
    await this.#child.schedule('--idle')
  }

  async start(): Promise<void> {
    await this.#child.ask('start', this.#observation)
  }

  /** Returns the delays with which these marks were seen since the start. */
  async stop(sent: readonly number[]): Promise<Lateness> {
    const { raw, ours } = await this.#child.ask<Sightings>('stop')
    const stale = staleness(sent, ours)
    return {
      raw: percentile(staleness(sent, raw), 0.99),
      ours: percentile(stale, 0.99),
      missed: stale.filter((one) => one === Infinity).length,
    }
  }

  async end(): Promise<void> {
    await this.#child.end()
  }
}

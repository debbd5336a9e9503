import { join } from 'node:path'
import { output } from '../../cluster/environment/process.ts'
import { Child } from './child.ts'
import type { Moment } from './moments.ts'

/**
 * Checks every half millisecond, with real-time priority and as root, whether a core is available. If it is
 * not, something that cannot be displaced uses it, whatever the priority of the measured process: on this
 * machine process 1, for some milliseconds once a second.
 */
export class Meter {
  readonly #child: Child

  private constructor(child: Child) {
    this.#child = child
  }

  static async open(core: number): Promise<Meter> {
    const child = await Child.start(join(import.meta.dirname, '..', 'processes', 'meter.ts'), { core })
    const thread = await child.ask<string>('looks')
    await output('chrt', ['--fifo', '--pid', '1', thread])
    return new Meter(child)
  }

  async start(): Promise<void> {
    await this.#child.ask('start')
  }

  /** Stops the meter; returns the intervals in which the core was in use by others. */
  async stop(): Promise<readonly Moment[]> {
    return this.#child.ask<Moment[]>('stop')
  }

  async end(): Promise<void> {
    await this.#child.end()
  }
}

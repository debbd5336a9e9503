import { join } from 'node:path'
import { output } from '../../cluster/environment/process.ts'
import { Child } from './child.ts'
import type { Moment } from './moments.ts'

/**
 * Looks every half millisecond whether a core is to be had, before all that has no real-time priority; as root. Where it is not,
 * something of the machine's own that nobody may put aside has it, however first who is measured goes there: here the process
 * that begins all others, for some milliseconds once a second.
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

  /** When the core was somebody else's since the start. */
  async stop(): Promise<readonly Moment[]> {
    return this.#child.ask<Moment[]>('stop')
  }

  async end(): Promise<void> {
    await this.#child.end()
  }
}

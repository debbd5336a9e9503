import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { closeAfterwards } from '../../../server/testing/fixtures.ts'
import { memoryOf } from '../../bench/measure/proc.ts'
import { exposition } from '../exposition.ts'
import { call } from '../http.ts'
import type { HurriedService } from '../processes/hurried-service.ts'
import { exitOf } from '../serve-process.ts'
import { until } from '../until.ts'

const PROGRAM = join(import.meta.dirname, '..', 'processes', 'hurried-service.ts')
const MAX_LOG = 200_000

/**
 * The memory of a process after a garbage collection, without caches that have a limit of their own (the memory ledger), its
 * resident set, and its open files at one time.
 */
export interface Usage {
  readonly mebibytes: number
  readonly resident: number
  readonly files: number
}

/** A service in a process of its own, whose clock is faster than the machine's. */
export class ServiceProcess {
  readonly #child: ChildProcess
  readonly #ports: { port: number; metricsPort: number }
  #log = ''

  static async start(options: HurriedService): Promise<ServiceProcess> {
    const child = fork(PROGRAM, [JSON.stringify(options)], {
      execArgv: ['--expose-gc', '--max-semi-space-size=8', '--max-old-space-size=256'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    closeAfterwards('a hurried service', async () => {
      child.kill('SIGKILL')
      await exitOf(child)
    })
    const [ports] = (await once(child, 'message')) as [{ port: number; metricsPort: number }]
    return new ServiceProcess(child, ports)
  }

  private constructor(child: ChildProcess, ports: { port: number; metricsPort: number }) {
    this.#child = child
    this.#ports = ports
    child.stderr?.on('data', (chunk: Buffer) => (this.#log = (this.#log + chunk.toString()).slice(-MAX_LOG)))
  }

  get api(): string {
    return `http://127.0.0.1:${this.#ports.port}`
  }

  get operations(): string {
    return `http://127.0.0.1:${this.#ports.metricsPort}`
  }

  get alive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** The lines of the log's end that contain a text. */
  logged(text: string): string[] {
    return this.#log.split('\n').filter((line) => line.includes(text))
  }

  async usage(): Promise<Usage> {
    const { pid = 0 } = this.#child
    const received = once(this.#child, 'message')
    this.#child.send('usage')
    const [{ bytes }] = (await received) as [{ bytes: number }]
    const cached = (await exposition(this.operations)).sum('cluster_inspector_memory_bytes')
    return {
      mebibytes: (bytes - cached) / 2 ** 20,
      resident: memoryOf(pid).pss,
      files: readdirSync(`/proc/${pid}/fd`).length,
    }
  }

  /** Waits until each watch of a context is live, or of a kind whose versions do not compare. */
  async calm(context: string): Promise<void> {
    let states = ''
    await until(`the watches of ${context} to be live`, async () => {
      const { json } = await call(this.operations, 'GET', '/readyz')
      const own = (json['reflectors'] as { context: string; state: string }[]).filter(
        (one) => one.context === context,
      )
      states = own.map(({ state }) => state).join()
      if (own.length > 0 && own.every(({ state }) => state === 'live' || state === 'unordered')) return true
      throw new Error(states)
    })
  }
}

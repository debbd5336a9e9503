import { setPriority } from 'node:os'
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { output } from '../../cluster/environment/process.ts'

export interface ChildOptions {
  core?: number
  /** How far it gives way to others on its core, as nice(1) counts. */
  nice?: number
  /** Flags of V8 and Node, before the script. */
  flags?: readonly string[]
  args?: readonly string[]
  env?: Readonly<Record<string, string>>
}

/** As nice(1) counts: enough to have the core of something usual at once. */
const FIRST = -10

interface Waiting {
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

interface Answered {
  id: number
  result?: unknown
  error?: string
}

/** A script in a process of its own, on a core of its own, that is asked things; see answering.ts for its side. */
export class Child {
  readonly pid: number
  readonly #process: ChildProcess
  readonly #waiting = new Map<number, Waiting>()
  #next = 1
  #ended = false

  private constructor(child: ChildProcess, pid: number) {
    this.#process = child
    this.pid = pid
    child.on('message', (message: Answered) => this.#answered(message))
    child.on('exit', (code, signal) => {
      this.#ended = true
      for (const { reject } of this.#waiting.values())
        reject(new Error(`the process ended with ${signal ?? code}`))
      this.#waiting.clear()
    })
  }

  /** Starts the script and waits until it says that it is ready. */
  static async start(script: string, options: ChildOptions = {}): Promise<Child> {
    const child = spawnPinned(options.core, [...(options.flags ?? []), script, ...(options.args ?? [])], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: options.env ?? {},
    })
    // At once, for the threads it starts have what it has.
    if (options.nice !== undefined && child.pid !== undefined) setPriority(child.pid, options.nice)
    const started = new Child(child, child.pid ?? 0)
    await new Promise<unknown>((resolve, reject) => started.#waiting.set(0, { resolve, reject }))
    return started
  }

  /** Asks for something; T is what the script answers to that. */
  ask<T>(topic: string, detail: unknown = {}): Promise<T> {
    if (this.#ended) return Promise.reject(new Error(`the process that is asked for ${topic} has ended`))
    const id = this.#next++
    return new Promise<T>((resolve, reject) => {
      // What a script answers to a topic is agreed on where both are written.
      this.#waiting.set(id, { resolve: (result) => resolve(result as T), reject })
      this.#process.send({ id, topic, detail })
    })
  }

  /**
   * Has all its threads scheduled so from now on, in the words of chrt(1). Beside `nice` this matters to who wakes up: what is
   * idle to the scheduler is put aside at once, anything else may first use up its slice of some milliseconds.
   */
  async schedule(policy: '--idle' | '--other'): Promise<void> {
    await output('chrt', ['--all-tasks', policy, '--pid', '0', String(this.pid)])
  }

  /** Has its main thread, which is what measures, scheduled before all that has no priority of its own; as root. */
  goFirst(): void {
    setPriority(this.pid, FIRST)
  }

  async end(): Promise<void> {
    if (this.#ended) return
    const gone = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#process.kill('SIGKILL')
    await gone
  }

  #answered({ id, result, error }: Answered): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error === undefined) waiting?.resolve(result)
    else waiting?.reject(new Error(error))
  }
}

/** Runs this very Node on one core; the process has the returned pid, for taskset becomes it. */
export function spawnPinned(
  core: number | undefined,
  args: readonly string[],
  { stdio, env }: { stdio: StdioOptions; env: Readonly<Record<string, string>> },
): ChildProcess {
  const pinned = core === undefined ? [] : ['taskset', '-c', String(core)]
  const [command = '', ...rest] = [...pinned, process.execPath, ...args]
  return spawn(command, rest, { stdio, env: { ...process.env, ...env } })
}

import { setPriority } from 'node:os'
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { output } from '../../cluster/environment/process.ts'

export interface ChildOptions {
  core?: number
  /** The nice(1) value. */
  nice?: number
  /** Flags of V8 and Node.js, before the script. */
  flags?: readonly string[]
  args?: readonly string[]
  env?: Readonly<Record<string, string>>
}

/** A nice(1) value that is enough to preempt normal processes at once. */
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

/**
 * A script in a process of its own, pinned to a core, that responds to requests; answering.ts is the script's
 * side.
 */
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

  /** Starts the script and waits until it reports that it is ready. */
  static async start(script: string, options: ChildOptions = {}): Promise<Child> {
    const child = spawnPinned(options.core, [...(options.flags ?? []), script, ...(options.args ?? [])], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: options.env ?? {},
    })
    // Set immediately, because the threads it starts inherit the value.
    if (options.nice !== undefined && child.pid !== undefined) setPriority(child.pid, options.nice)
    const started = new Child(child, child.pid ?? 0)
    await new Promise<unknown>((resolve, reject) => started.#waiting.set(0, { resolve, reject }))
    return started
  }

  /** Sends a request; T is the type of the script's response to this topic. */
  ask<T>(topic: string, detail: unknown = {}): Promise<T> {
    if (this.#ended) return Promise.reject(new Error(`the process that is asked for ${topic} has ended`))
    const id = this.#next++
    return new Promise<T>((resolve, reject) => {
      // Caller and script agree on the type of a topic's response.
      this.#waiting.set(id, { resolve: (result) => resolve(result as T), reject })
      this.#process.send({ id, topic, detail })
    })
  }

  /**
   * Sets the scheduling policy of all threads, as with chrt(1). Unlike `nice`, this takes effect when another
   * process wakes up: an idle-class thread is preempted at once, any other may first use up its time slice of
   * some milliseconds.
   */
  async schedule(policy: '--idle' | '--other'): Promise<void> {
    await output('chrt', ['--all-tasks', policy, '--pid', '0', String(this.pid)])
  }

  /**
   * Gives the main thread, which measures, priority over all processes without a priority of their own; needs
   * root.
   */
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

/**
 * Runs the current Node.js binary on one core. The returned pid is the process's own, because taskset
 * replaces itself.
 */
export function spawnPinned(
  core: number | undefined,
  args: readonly string[],
  { stdio, env }: { stdio: StdioOptions; env: Readonly<Record<string, string>> },
): ChildProcess {
  const pinned = core === undefined ? [] : ['taskset', '-c', String(core)]
  const [command = '', ...rest] = [...pinned, process.execPath, ...args]
  return spawn(command, rest, { stdio, env: { ...process.env, ...env } })
}

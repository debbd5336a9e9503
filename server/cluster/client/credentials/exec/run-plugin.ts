import { spawn, type ChildProcessByStdio } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { Clock } from '../../../../core/clock.ts'

const DEADLINE_MS = 15_000
const MAX_STDOUT = 1024 * 1024
const MAX_STDERR = 64 * 1024

export interface PluginCommand {
  /** An absolute path. */
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
}

/** End of a plugin; `failure` is the predicate of a sentence, undefined after exit code 0. */
export interface PluginEnd {
  readonly stdout: string
  readonly stderr: string
  readonly failure: string | undefined
}

/**
 * Runs a program without standard input, in a process group of its own, which is killed after 15 s, on too much output and
 * when the signal fires. Never rejects.
 */
export async function runPlugin(
  { command, args, env }: PluginCommand,
  time: Clock,
  signal: AbortSignal,
): Promise<PluginEnd> {
  if (signal.aborted) return { stdout: '', stderr: '', failure: 'was not run: the service is shutting down' }
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const group = new ProcessGroup(child)
  const cancel = time.after(DEADLINE_MS, () => group.kill(`did not finish within ${DEADLINE_MS / 1000} s`))
  const stop = (): void => group.kill('was ended: the service is shutting down')
  signal.addEventListener('abort', stop)
  const stdout = new CappedOutput(child.stdout, MAX_STDOUT, () =>
    group.kill(`printed more than ${MAX_STDOUT >> 20} MiB`),
  )
  const stderr = new CappedOutput(child.stderr, MAX_STDERR)
  try {
    const end = await ended(child)
    return { stdout: stdout.text(), stderr: stderr.text(), failure: group.reason ?? end }
  } finally {
    cancel()
    signal.removeEventListener('abort', stop)
  }
}

/** A program and its children, in so far as they stay in its process group. */
class ProcessGroup {
  readonly #child: ChildProcessByStdio<null, Readable, Readable>
  /** Reason why the group was killed. */
  reason: string | undefined

  constructor(child: ChildProcessByStdio<null, Readable, Readable>) {
    this.#child = child
  }

  kill(reason: string): void {
    this.reason ??= reason
    const { pid, stdout, stderr } = this.#child
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL')
    } catch {
      // The group has ended already.
    }
    // A process that left the group may keep the pipes open.
    stdout.destroy()
    stderr.destroy()
  }
}

/** Beginning of the output of a program. The rest is read and discarded, so that the program does not block. */
class CappedOutput {
  readonly #chunks: Buffer[] = []
  #size = 0

  constructor(stream: Readable, limit: number, onExcess?: () => void) {
    stream.on('error', () => undefined)
    stream.on('data', (chunk: Buffer) => {
      const part = chunk.subarray(0, limit - this.#size)
      if (part.length < chunk.length) onExcess?.()
      this.#size += part.length
      if (part.length > 0) this.#chunks.push(part)
    })
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString()
  }
}

/** Waits for the end of a program; returns undefined for exit code 0, else the predicate of a sentence. */
async function ended(child: ChildProcessByStdio<null, Readable, Readable>): Promise<string | undefined> {
  return new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      resolve(`could not be started (${error.code ?? 'unknown error'})`),
    )
    child.once('close', (code, signal) => {
      if (code === 0) resolve(undefined)
      else resolve(code === null ? `was ended by ${signal ?? 'a signal'}` : `exited with ${code}`)
    })
  })
}

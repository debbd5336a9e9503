import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of the two versions of the kernel's control groups. */
const V1 = {
  root: '/sys/fs/cgroup/memory',
  limit: 'memory.limit_in_bytes',
  peak: 'memory.max_usage_in_bytes',
  events: 'memory.oom_control',
}
const V2 = { root: '/sys/fs/cgroup', limit: 'memory.max', peak: 'memory.peak', events: 'memory.events' }
const FILES = existsSync(join(V1.root, V1.limit)) ? V1 : V2

/** A memory limit for processes, as a container has it. */
export class MemoryCgroup {
  readonly #folder: string

  /** Creates a group with this limit in bytes; throws where this machine or user cannot. */
  constructor(name: string, limit: number) {
    this.#folder = join(FILES.root, `cluster-inspector-${name}-${process.pid}`)
    mkdirSync(this.#folder)
    try {
      writeFileSync(join(this.#folder, FILES.limit), String(limit))
    } catch (error) {
      rmdirSync(this.#folder)
      throw error
    }
  }

  /** Returns the command that runs a command in this group. */
  command(words: readonly string[]): [string, string[]] {
    return ['sh', ['-c', 'echo $$ > "$0" && exec "$@"', join(this.#folder, 'cgroup.procs'), ...words]]
  }

  /** Processes that the kernel has killed for memory. */
  get kills(): number {
    return Number(/^oom_kill (\d+)$/m.exec(this.#read(FILES.events))?.[1])
  }

  /** Largest memory use so far, in bytes. */
  get peak(): number {
    return Number(this.#read(FILES.peak))
  }

  /** Removes the group, once its processes have ended. */
  remove(): void {
    rmdirSync(this.#folder)
  }

  #read(file: string): string {
    return readFileSync(join(this.#folder, file), 'utf8')
  }
}

/** Returns the reason why this machine cannot limit memory; empty if it can. */
export function whyNoCgroups(): string {
  try {
    new MemoryCgroup('trial', 64 * 1024 * 1024).remove()
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

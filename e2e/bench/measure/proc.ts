import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Ticks per second in /proc/PID/stat (USER_HZ, 100 on every current Linux). */
const TICKS = 100

/** Returns the CPU seconds a process has used so far, in user and system mode. */
export function cpuSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The process name, in parentheses, may contain blanks; the fields after it are numbers.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

/**
 * Returns the CPU seconds used so far by V8's threads of a process, which optimize hot functions and collect
 * garbage.
 */
export function engineSeconds(pid: number): number {
  const read = (thread: string, file: string): string =>
    readFileSync(`/proc/${pid}/task/${thread}/${file}`, 'utf8')
  return readdirSync(`/proc/${pid}/task`)
    .filter((thread) => read(thread, 'comm').startsWith('node-V8Worker'))
    .reduce((sum, thread) => sum + Number(read(thread, 'schedstat').split(' ')[0]) / 1e9, 0)
}

/** Returns the memory of a process in MiB: its proportional set size, and the peak of its resident set. */
export function memoryOf(pid: number): { pss: number; peak: number } {
  return {
    pss: kibibytes(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'), 'Pss') / 1024,
    peak: kibibytes(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmHWM') / 1024,
  }
}

/**
 * Waits until processes are idle. A server continues to process requests of disconnected callers, and would
 * take the core from the next measurement.
 */
export async function idle(pids: readonly number[], patienceMs = 60_000): Promise<void> {
  const end = performance.now() + patienceMs
  const used = (): number => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  for (let before = used(); performance.now() < end;) {
    await pause(200)
    const after = used()
    if (after - before <= 0.02) return
    before = after
  }
}

function kibibytes(text: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? Number.NaN)
}

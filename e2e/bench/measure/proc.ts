import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Ticks of /proc/PID/stat per second (USER_HZ, 100 on every Linux that is built today). */
const TICKS = 100

/** Seconds of processor time a process has used so far, in user and system together. */
export function cpuSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the process, in parentheses, may hold blanks; what follows are numbers.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

/** Seconds that V8's own threads of a process have worked so far: they optimize what runs often, and collect. */
export function engineSeconds(pid: number): number {
  const read = (thread: string, file: string): string =>
    readFileSync(`/proc/${pid}/task/${thread}/${file}`, 'utf8')
  return readdirSync(`/proc/${pid}/task`)
    .filter((thread) => read(thread, 'comm').startsWith('node-V8Worker'))
    .reduce((sum, thread) => sum + Number(read(thread, 'schedstat').split(' ')[0]) / 1e9, 0)
}

/** Memory of a process in MiB: its share of resident pages, and the most that was ever resident. */
export function memoryOf(pid: number): { pss: number; peak: number } {
  return {
    pss: kibibytes(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'), 'Pss') / 1024,
    peak: kibibytes(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmHWM') / 1024,
  }
}

/**
 * Waits until processes have finished what nobody waits for any more: a server goes on with requests whose callers have left,
 * and would take the core from whoever is measured next.
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

import { readdir, readFile } from 'node:fs/promises'
import { run } from '../../cluster/environment/process.ts'

/** The parent of all kernel threads. */
const KTHREADD = '2'

/** Names of the container runtime's processes, which belong to the other core if the cluster runs there. */
const ENGINE = new Set(['dockerd', 'containerd', 'containerd-shim'])

/**
 * Moves kernel threads and container runtimes from one core to another; returns a function that moves
 * everything back. Some of them run for milliseconds at a time (DAMON, which monitors memory accesses) and
 * choose an idle core: once a cluster uses the other core, that is the core of the measurement, so that only
 * one of two compared services is disturbed. containerd takes 0.5% of the core, half of the share that a p99
 * ignores. Threads that are bound to their core stay, because the kernel refuses to move them.
 */
export async function clearCore(core: number, to: number): Promise<() => Promise<void>> {
  if (process.getuid?.() !== 0)
    throw new Error('what the machine runs of its own can be moved by root alone: BENCH_ALONE')
  const moved = new Map<string, string>()
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    const allowed = await allowedOf(pid)
    if (allowed === undefined || !covers(allowed, core) || !covers(allowed, to)) continue
    if (await allow(pid, String(to))) moved.set(pid, allowed)
  }
  return async () => {
    for (const [pid, allowed] of moved) await allow(pid, allowed)
  }
}

/**
 * Returns the allowed cores of a movable process in the kernel's list format; undefined for other processes
 * and for ended ones.
 */
async function allowedOf(pid: string): Promise<string | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const field = (name: string) => new RegExp(`^${name}:\\t(.+)$`, 'm').exec(status)?.[1]
  const movable = field('PPid') === KTHREADD || ENGINE.has(field('Name') ?? '')
  return movable ? field('Cpus_allowed_list') : undefined
}

/** Whether a list such as `0-3,8` contains a core. */
export function covers(list: string, core: number): boolean {
  return list.split(',').some((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number)
    return core >= first && core <= last
  })
}

async function allow(pid: string, cores: string): Promise<boolean> {
  return (await run('taskset', ['-a', '-c', '-p', cores, pid])).code === 0
}

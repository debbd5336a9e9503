import { readdir, readFile } from 'node:fs/promises'
import { run } from '../../cluster/environment/process.ts'

/** The parent of all threads that the kernel runs of its own. */
const KTHREADD = '2'

/** What runs containers, as the kernel names its processes: of a cluster on the other core it belongs to that. */
const ENGINE = new Set(['dockerd', 'containerd', 'containerd-shim'])

/**
 * Moves what the kernel runs of its own, and what runs containers, from one core to another; answers how to give everything back.
 * Some of it takes milliseconds at a time (DAMON, which looks what memory is in use), and goes where there is room: to the core of
 * what is measured as soon as a cluster takes the other, so that only one of two lanes sees it; containerd takes half a hundredth of
 * it, which is half of what a p99 leaves out. What belongs to its core stays: the kernel refuses.
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

/** The cores that what may be moved may run on, as the kernel lists them; undefined of anything else, or what has ended. */
async function allowedOf(pid: string): Promise<string | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const field = (name: string) => new RegExp(`^${name}:\\t(.+)$`, 'm').exec(status)?.[1]
  const movable = field('PPid') === KTHREADD || ENGINE.has(field('Name') ?? '')
  return movable ? field('Cpus_allowed_list') : undefined
}

/** Whether a list like `0-3,8` has a core in it. */
export function covers(list: string, core: number): boolean {
  return list.split(',').some((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number)
    return core >= first && core <= last
  })
}

async function allow(pid: string, cores: string): Promise<boolean> {
  return (await run('taskset', ['-a', '-c', '-p', cores, pid])).code === 0
}

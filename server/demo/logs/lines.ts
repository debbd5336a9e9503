import type { Line, Program } from './simulated-program.ts'

/** The most lines one container's log holds, as a kubelet's rotation bounds it. */
const kept = 10_000

/** A container's life, from its status: what it runs, and when. Times are milliseconds since the epoch. */
export interface ContainerRun {
  program: Program
  startedAt: number
  /** Undefined while it runs. */
  finishedAt: number | undefined
}

/** Which part of a log is wanted. */
export interface LogRange {
  tailLines: number | undefined
  /** Lines before this are left out. */
  since: number | undefined
}

/** The number of lines a container has written by a moment. */
export function writtenBy({ program, startedAt, finishedAt }: ContainerRun, now: number): number {
  const { exit } = program
  // Status times are cut to whole seconds, so a container that ended by itself is taken to have said everything.
  if (finishedAt !== undefined && exit !== undefined) return program.written(exit.at)
  const end = finishedAt === undefined ? now : finishedAt + 999
  return program.written(end - startedAt)
}

/** The index of the first line that is within a range. */
export function firstLine(run: ContainerRun, { tailLines, since }: LogRange, now: number): number {
  const written = writtenBy(run, now)
  let first = Math.max(written - Math.min(tailLines ?? kept, kept), 0)
  if (since !== undefined) {
    const early = run.program.written(since - run.startedAt - 1)
    first = Math.max(first, Math.min(early, written))
  }
  return first
}

/** One line as the kubelet writes it, with its time in front if that is wanted (CRI's RFC 3339 with nanoseconds). */
export function formatLine({ startedAt }: ContainerRun, { at, text }: Line, timestamps: boolean): string {
  if (!timestamps) return `${text}\n`
  const time = new Date(startedAt + at).toISOString()
  return `${time.slice(0, -1)}000000Z ${text}\n`
}

import type { Line, Program } from './simulated-program.ts'

/** The largest number of lines in one container's log, as a kubelet's log rotation limits it. */
const kept = 10_000

/**
 * One run of a container according to its status: its program and its times in milliseconds since the epoch.
 */
export interface ContainerRun {
  program: Program
  startedAt: number
  /** Undefined while the container runs. */
  finishedAt: number | undefined
}

/** The requested part of a log. */
export interface LogRange {
  tailLines: number | undefined
  /** Lines before this time are omitted. */
  since: number | undefined
}

/** Returns the number of lines that a container has written at a time. */
export function writtenBy({ program, startedAt, finishedAt }: ContainerRun, now: number): number {
  const { exit } = program
  // Times in the status have whole seconds, so a container that exited by itself counts as having written
  // everything.
  if (finishedAt !== undefined && exit !== undefined) return program.written(exit.at)
  const end = finishedAt === undefined ? now : finishedAt + 999
  return program.written(end - startedAt)
}

/** Returns the index of the first line within a range. */
export function firstLine(run: ContainerRun, { tailLines, since }: LogRange, now: number): number {
  const written = writtenBy(run, now)
  let first = Math.max(written - Math.min(tailLines ?? kept, kept), 0)
  if (since !== undefined) {
    const early = run.program.written(since - run.startedAt - 1)
    first = Math.max(first, Math.min(early, written))
  }
  return first
}

/**
 * Formats a line as the kubelet does, with its time in front if requested (CRI's RFC 3339 with nanoseconds).
 */
export function formatLine({ startedAt }: ContainerRun, { at, text }: Line, timestamps: boolean): string {
  if (!timestamps) return `${text}\n`
  const time = new Date(startedAt + at).toISOString()
  return `${time.slice(0, -1)}000000Z ${text}\n`
}

import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'

/** Attempts to take a lock whose owner is dead: another process that does so at the same time costs some. */
const TRIES = 50

/** Another process has the lock. */
export class LockedError extends Error {
  constructor(path: string, owner: Owner | undefined) {
    super(`process ${owner?.pid ?? 'unknown'} has the lock ${path}`)
  }
}

/** A process, and its start: numbers of processes are used again. */
interface Owner {
  readonly pid: number
  /** Clock ticks from the start of the machine to that of the process; undefined where the system does not tell. */
  readonly started?: string
}

/** An exclusive lock: a file that names its owner. The lock of a process that has ended is taken over. */
export class LockFile {
  readonly #path: string
  readonly #content: string

  private constructor(path: string, content: string) {
    this.#path = path
    this.#content = content
  }

  /** Takes the lock. Rejects with LockedError if a running process has it. */
  static async take(path: string): Promise<LockFile> {
    const own = { pid: process.pid, ...(await startOf(process.pid)), id: randomBytes(6).toString('hex') }
    const content = JSON.stringify(own)
    for (let attempt = 1; ; attempt++) {
      if (await create(path, content)) return new LockFile(path, content)
      const found = await textOf(path)
      const owner = ownerIn(found)
      if (attempt === TRIES || (owner !== undefined && (await isRunning(owner))))
        throw new LockedError(path, owner)
      await removeDead(path, found, content)
    }
  }

  /** Whether the lock is still that of this process: its file may have been removed by hand. */
  async isOwn(): Promise<boolean> {
    return (await readFile(this.#path, 'utf8').catch(() => undefined)) === this.#content
  }

  async release(): Promise<void> {
    if (await this.isOwn()) await rm(this.#path, { force: true })
  }
}

/** Creates a lock file, unless there is one. Others never see it without its content. */
async function create(path: string, content: string): Promise<boolean> {
  const aside = asideOf(path)
  try {
    await writeFile(aside, content, { flag: 'wx', mode: 0o600 })
    await link(aside, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(aside, { force: true })
  }
}

/** Returns the text of a lock file; an empty one if it is gone. */
async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  })
}

/** Returns the owner that a lock file names; undefined if it names none. */
function ownerIn(text: string): Owner | undefined {
  try {
    const owner = JSON.parse(text) as Partial<Owner> | null
    return typeof owner?.pid === 'number' ? { ...owner, pid: owner.pid } : undefined
  } catch {
    return undefined
  }
}

/**
 * Removes the lock file of a dead owner. A second lock, for the moment, keeps two processes from that: the slower one would
 * remove the new lock of the other.
 */
async function removeDead(path: string, dead: string, content: string): Promise<void> {
  const guard = `${path}.takeover`
  if (await create(guard, content)) {
    try {
      if ((await textOf(path)) === dead) await rm(path, { force: true })
    } finally {
      await rm(guard, { force: true })
    }
    return
  }
  const found = await textOf(guard)
  const owner = ownerIn(found)
  const isLeft = found !== '' && (owner === undefined || !(await isRunning(owner)))
  if (isLeft) await rm(guard, { force: true })
}

async function isRunning({ pid, started }: Owner): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs as another user.
    return codeOf(error) === 'EPERM'
  }
  const now = await startOf(pid)
  return started === undefined || now.started === undefined || now.started === started
}

/** Returns the start of a process, where the system has /proc. Source: proc_pid_stat(5). */
async function startOf(pid: number): Promise<Pick<Owner, 'started'>> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The second field is the name of the program in parentheses, which may have blanks; the start is the 22nd field.
  const started = text.slice(text.lastIndexOf(')') + 2).split(' ')[19]
  return started === undefined ? {} : { started }
}

function asideOf(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}`
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

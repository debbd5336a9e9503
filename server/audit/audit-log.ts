import { randomUUID } from 'node:crypto'
import type { AuditEntry } from '../api/schemas/audit.ts'
import type { WriteAuthor, WriteAuditHook } from '../cluster/write/write-audit.ts'
import { background } from '../core/background.ts'
import type { Clock } from '../core/clock.ts'
import { errorMessage, UnavailableError } from '../core/errors.ts'
import type { Log } from '../telemetry/log.ts'
import {
  actorFields,
  NO_REQUEST,
  outcomeFields,
  versions,
  type Entry,
  type RequestActor,
} from './audit-entry.ts'
import { EntryLimiter } from './entry-limiter.ts'
import { HashChain } from './hash-chain.ts'
import { RecentEntries } from './recent-entries.ts'
import type { Sink } from './sinks.ts'
import { WriteQueue } from './write-queue.ts'

/** Limits how long a request waits for its line. */
const WAIT_MS = 5000
/** Interval of log lines about dropped entries other than those of writes. */
const DROPPED_LOG_MS = 60_000

export interface AuditLogOptions {
  key: Buffer
  /** Primary destination: a line counts once it is written here. */
  sink: Sink
  /** Receives every line too; errors are ignored. */
  copy: Sink | undefined
  /** The code of the last line an earlier process wrote. */
  previous: string
  /** Whether a write is rejected if it cannot be recorded. */
  required: boolean
  log: Log
  /** Milliseconds since 1970. */
  clock: () => number
  /** Clock of the windows in which denials are summed. */
  time: Clock
}

type ModelCall = Pick<Entry, 'context' | 'resource' | 'namespace' | 'name' | 'model'>

/** Records the end of a call of the language model. */
export type ModelCallEnd = (end: Pick<Entry, 'result' | 'tokens'>) => Promise<void>

/**
 * Audit log: a line for every write, with its caller, and lines for denials and sign-ins, of which too many are summed.
 * Those never take the place of a write: not in the queue, and not among the recent entries.
 */
export class AuditLog {
  readonly #options: AuditLogOptions
  readonly #chain: HashChain
  readonly #recent = new RecentEntries()
  readonly #queue = new WriteQueue()
  readonly #denials: EntryLimiter
  readonly #signIns: EntryLimiter
  #count = 0
  #dropped = 0
  #droppedReported = 0
  #reportDroppedAt = -Infinity

  constructor(options: AuditLogOptions) {
    this.#options = options
    this.#chain = new HashChain(options.key, options.previous)
    this.#denials = this.#limiter('denied requests')
    this.#signIns = this.#limiter('sign-ins and sign-outs')
  }

  /** Number of lines this process has written. */
  get count(): number {
    return this.#count
  }

  /** Number of denials, sign-ins and sign-outs that were counted in a summary entry. */
  get summed(): number {
    return this.#denials.total + this.#signIns.total
  }

  /** Number of entries that could not be written; a summary entry counts as all that it sums up. */
  get dropped(): number {
    return this.#dropped
  }

  /** The code of the last line. */
  get head(): string {
    return this.#chain.head
  }

  /** The last records of this process, newest first. */
  recent(): AuditEntry[] {
    return this.#recent.newestFirst()
  }

  /** Returns the user and audit hook that the cluster needs for a request's writes. */
  writeAuthor(actor: RequestActor): WriteAuthor {
    const { caller, requestId } = actor
    const author = caller === undefined ? undefined : { name: caller.name, via: caller.via, requestId }
    return { audit: this.recordWrite(actor), caller: author }
  }

  /** Returns a request's audit hook; if the log is required and cannot be written, a write is rejected. */
  recordWrite(actor: RequestActor): WriteAuditHook {
    return async ({ before, ...write }) => {
      const changeId = randomUUID()
      const entry: Entry = { event: 'write', changeId, ...actorFields(actor), ...write }
      const recorded = await this.#recordRequested({
        ...entry,
        phase: 'requested',
        ...versions(before, undefined),
      })
      if (!recorded && this.#options.required)
        throw new UnavailableError(
          'change refused: the audit log could not be written; see the log of the service',
        )
      return async (outcome) => {
        const { result, after } = outcomeFields(outcome)
        await this.#recordInTime({ ...entry, phase: 'done', result, ...versions(before, after) })
      }
    }
  }

  /**
   * Records a read of secret values before it happens; throws UnavailableError if it cannot be recorded, whether or not the log
   * is required for writes.
   */
  async recordDisclosure(
    actor: RequestActor,
    read: Pick<Entry, 'context' | 'verb' | 'resource' | 'namespace' | 'name'>,
  ): Promise<void> {
    if (!(await this.#recordRequested({ event: 'disclosure', ...actorFields(actor), ...read })))
      throw new UnavailableError(
        'read refused: the audit log could not be written; see the log of the service',
      )
  }

  /**
   * Records a call of the language model before it is sent, and returns the function that records its end; throws
   * UnavailableError if the log is required and cannot be written.
   */
  async recordModelCall(actor: RequestActor, call: ModelCall): Promise<ModelCallEnd> {
    const entry: Entry = { event: 'model-call', changeId: randomUUID(), ...actorFields(actor), ...call }
    const recorded = await this.#recordRequested({ ...entry, phase: 'requested' })
    if (!recorded && this.#options.required)
      throw new UnavailableError('the audit log could not be written; see the log of the service')
    return async (end) => {
      await this.#recordInTime({ ...entry, phase: 'done', ...end })
    }
  }

  /** Records a denied call. */
  recordDenial(actor: RequestActor, call: { method: string; route: string; result: string }): void {
    background('writing an audit record', () =>
      this.#denials.add({ event: 'denied', ...actorFields(actor), ...call }),
    )
  }

  /** Records a sign-in or sign-out and its result. */
  recordSignIn(actor: RequestActor, event: 'sign-in' | 'sign-out', result: string): void {
    background('writing an audit record', () => this.#signIns.add({ event, ...actorFields(actor), result }))
  }

  /** Records a notification that was given up; `name` is that of its channel. */
  recordGiveUp(delivery: { name: string; result: string }): void {
    this.#recordIfRoom({ event: 'give-up', ...NO_REQUEST, resource: 'notifications', ...delivery })
  }

  /** Notes unfinished lines that an earlier process left in the file. */
  async noteUnfinishedLines(): Promise<void> {
    const { sink, log } = this.#options
    if (sink.unfinished === undefined) return
    log.warn('the audit file ends in unfinished lines of an earlier process', sink.unfinished)
    await inTime(this.#queue.run('write', () => this.#writeNote()))
  }

  /** Ends the chain with an entry that says so, if it has any, and closes the log. */
  async close(): Promise<void> {
    const { sink, copy } = this.#options
    this.#denials.flush()
    this.#signIns.flush()
    const close = async () => this.#count === 0 || this.#write({ event: 'closed', ...NO_REQUEST })
    await inTime(this.#queue.run('other', close)).catch(() => false)
    await sink.close()
    await copy?.close()
  }

  #limiter(noun: string): EntryLimiter {
    const { time, clock, log } = this.#options
    return new EntryLimiter({
      time,
      clock,
      record: (entry) => this.#recordIfRoom(entry),
      summed: (count) => log.warn(`${noun} were summed in the audit log`, { count }),
    })
  }

  /** Records an entry about no write in the background; returns false if there is no room for it. */
  #recordIfRoom(entry: Entry): boolean {
    if (!this.#queue.hasRoom('other')) {
      if (entry.count !== undefined) this.#drop(entry, 'too many entries wait to be written')
      return false
    }
    background('writing an audit record', () => this.#queue.run('other', () => this.#writeAfterNote(entry)))
    return true
  }

  /** Records a write before it is sent; resolves to false if it was not recorded, or not in time. */
  async #recordRequested(entry: Entry): Promise<boolean> {
    if (this.#queue.hasRoom('write')) return this.#recordInTime(entry)
    this.#drop(entry, 'too many writes wait to be recorded')
    return false
  }

  /** Records an entry of a write. Resolves to false after a time-out; a late line still gets its place in the log. */
  async #recordInTime(entry: Entry): Promise<boolean> {
    const recorded = await inTime(this.#queue.run('write', () => this.#writeAfterNote(entry)))
    const { requestId } = entry
    if (recorded === undefined)
      this.#options.log.error(
        'audit log was not written in time: check its volume and the output of the service',
        { requestId },
      )
    return recorded === true
  }

  async #writeAfterNote(entry: Entry): Promise<boolean> {
    return (await this.#writeNote()) && this.#write(entry)
  }

  /** Notes unfinished lines before the first entry after them; without that note they look like a modification. */
  async #writeNote(): Promise<boolean> {
    const { unfinished } = this.#options.sink
    return unfinished === undefined || this.#write({ event: 'unfinished-lines', ...NO_REQUEST, unfinished })
  }

  /** Writes a line that is chained to the last one that was written. */
  async #write(entry: Entry): Promise<boolean> {
    const { clock, sink, copy } = this.#options
    const timestamp = new Date(clock()).toISOString()
    const identified = { id: randomUUID(), ...entry }
    const { line, commit } = this.#chain.append(timestamp, identified)
    try {
      await sink.write(line)
    } catch (error) {
      this.#drop(entry, errorMessage(error))
      return false
    }
    commit()
    copy?.write(line).catch(() => undefined)
    this.#count++
    this.#recent.add({ timestamp, ...identified })
    return true
  }

  /** Counts and logs an entry that cannot be written: each of a write, and others at intervals. */
  #drop({ event, requestId, count = 1 }: Entry, reason: string): void {
    const { time, log } = this.#options
    this.#dropped += count
    const isKept = event === 'write' || event === 'disclosure' || event === 'model-call'
    if (!isKept && time.now() < this.#reportDroppedAt) return
    this.#reportDroppedAt = time.now() + DROPPED_LOG_MS
    const dropped = this.#dropped - this.#droppedReported
    this.#droppedReported = this.#dropped
    log.error('audit log could not be written', { requestId, reason, dropped })
  }
}

/** Returns the result of a promise; undefined after a time-out. */
async function inTime<T>(promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), WAIT_MS)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

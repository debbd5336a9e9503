import { randomUUID } from 'node:crypto'
import { background } from '../core/background.ts'
import type { Caller } from '../auth/caller.ts'
import type { AuditEntry } from '../api/schemas/audit.ts'
import { ForbiddenByClusterError, errorMessage, UnavailableError } from '../core/errors.ts'
import type { Log } from '../telemetry/log.ts'
import type { WriteAuthor, WriteOutcome, WriteAuditHook } from '../cluster/write/write-audit.ts'
import { HashChain } from './hash-chain.ts'
import type { Sink } from './sinks.ts'

/** Number of records that `GET /api/audit` returns. */
const MAX_RECENT = 1000
/** Limits how long a request waits for its line, and how many lines may wait to be written. */
const WAIT_MS = 5000
const MAX_WAITING = 1000

/** The caller of a request, for audit records. */
export interface RequestActor {
  requestId: string
  caller: Caller | undefined
  address: string
}

/** The fields of an entry that is not about a request. */
const NO_REQUEST = { requestId: null, caller: null, address: null }

/** An audit record. Contains no bodies, values or tokens. */
export type Entry = Omit<AuditEntry, 'timestamp' | 'id'>

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
}

/** Audit log: a line for every write and denial, with its caller. */
export class AuditLog {
  readonly #options: AuditLogOptions
  readonly #chain: HashChain
  readonly #recent: AuditEntry[] = []
  #count = 0
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(options: AuditLogOptions) {
    this.#options = options
    this.#chain = new HashChain(options.key, options.previous)
  }

  /** Number of lines this process has written. */
  get count(): number {
    return this.#count
  }

  /** The code of the last line. */
  get head(): string {
    return this.#chain.head
  }

  /** The last records of this process, newest first. */
  recent(): AuditEntry[] {
    return this.#recent.toReversed()
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
      const recorded = await this.#record({ ...entry, phase: 'requested', ...versions(before, undefined) })
      if (!recorded && this.#options.required)
        throw new UnavailableError(
          'change refused: the audit log could not be written; see the log of the service',
        )
      return async (outcome) => {
        const { result, after } = outcomeFields(outcome)
        await this.#record({ ...entry, phase: 'done', result, ...versions(before, after) })
      }
    }
  }

  /** Records a denied call. */
  recordDenial(actor: RequestActor, call: { method: string; route: string; result: string }): void {
    background('writing an audit record', () =>
      this.#record({ event: 'denied', ...actorFields(actor), ...call }),
    )
  }

  /** Records a sign-in or sign-out and its result. */
  recordSignIn(actor: RequestActor, event: 'sign-in' | 'sign-out', result: string): void {
    background('writing an audit record', () => this.#record({ event, ...actorFields(actor), result }))
  }

  /** Notes unfinished lines that an earlier process left in the file. */
  async noteUnfinishedLines(): Promise<void> {
    const { sink, log } = this.#options
    if (sink.unfinished === undefined) return
    log.warn('the audit file ends in unfinished lines of an earlier process', sink.unfinished)
    await this.#enqueue(() => this.#writeNote())
  }

  /** Ends the chain with an entry that says so, if it has any, and closes the log. */
  async close(): Promise<void> {
    const { sink, copy } = this.#options
    const close = async () => this.#count === 0 || this.#write({ event: 'closed', ...NO_REQUEST })
    await this.#enqueue(close).catch(() => false)
    await sink.close()
    await copy?.close()
  }

  /**
   * Writes lines one at a time, each chained to the last one that was written. Resolves to false if the line
   * was not written, or not in time; a late line still gets its place in the log.
   */
  async #record(entry: Entry): Promise<boolean> {
    if (this.#waiting >= MAX_WAITING) return false
    return this.#enqueue(async () => (await this.#writeNote()) && this.#write(entry))
  }

  async #enqueue(write: () => Promise<boolean>): Promise<boolean> {
    this.#waiting++
    const recorded = this.#last.then(write).finally(() => this.#waiting--)
    // A line that could not be made is no reason to make none after it.
    this.#last = recorded.catch(() => undefined)
    return (await inTime(recorded)) === true
  }

  /** Notes unfinished lines before the first entry after them; without that note they look like a modification. */
  async #writeNote(): Promise<boolean> {
    const { unfinished } = this.#options.sink
    return unfinished === undefined || this.#write({ event: 'unfinished-lines', ...NO_REQUEST, unfinished })
  }

  async #write(entry: Entry): Promise<boolean> {
    const { clock, sink, copy, log } = this.#options
    const timestamp = new Date(clock()).toISOString()
    const identified = { id: randomUUID(), ...entry }
    const { line, written } = this.#chain.append(timestamp, identified)
    try {
      await sink.write(line)
    } catch (error) {
      log.error('audit log could not be written', {
        requestId: entry.requestId,
        reason: errorMessage(error),
      })
      return false
    }
    written()
    copy?.write(line).catch(() => undefined)
    this.#count++
    if (this.#recent.push({ timestamp, ...identified }) > MAX_RECENT) this.#recent.shift()
    return true
  }
}

function actorFields({
  requestId,
  caller,
  address,
}: RequestActor): Pick<Entry, 'requestId' | 'caller' | 'address'> {
  return {
    requestId,
    caller: caller === undefined ? null : { name: caller.name, via: caller.via },
    address,
  }
}

function versions(before: string | undefined, after: string | undefined): Pick<Entry, 'resourceVersion'> {
  if (before === undefined && after === undefined) return {}
  return {
    resourceVersion: {
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    },
  }
}

function outcomeFields(outcome: WriteOutcome): { result: string; after: string | undefined } {
  if (!('failure' in outcome)) return { result: 'succeeded', after: outcome.after }
  const { failure } = outcome
  if (failure instanceof ForbiddenByClusterError) return { result: 'denied by the cluster', after: undefined }
  return { result: `failed: ${errorMessage(failure)}`, after: undefined }
}

/** Returns the result of a promise; undefined after a time-out. */
async function inTime<T>(promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), WAIT_MS)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

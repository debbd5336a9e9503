import type { Caller } from '../auth/caller.ts'
import type { AuditEntry } from '../contract/audit.ts'
import { Denied, reasonOf, Unavailable } from '../errors.ts'
import type { Log } from '../http/log.ts'
import type { Author, WriteOutcome, WriteWitness } from '../kube/witness.ts'
import { Chain } from './chain.ts'
import type { Sink } from './sinks.ts'

/** A reader of `GET /api/audit` sees so many. */
const KEPT = 1000
/** A request waits for its line no longer than this, and no more lines than these wait for whatever takes them. */
const WAIT_MS = 5000
const MAX_WAITING = 1000

/** Who does something, in which request. */
export interface Actor {
  requestId: string
  caller: Caller | undefined
  address: string
}

/** What happened. No entry holds a body, a value or a token. */
export type Entry = Omit<AuditEntry, 'timestamp'>

export interface TrailOptions {
  key: Buffer
  /** What is written there is written. */
  sink: Sink
  /** Is given every line too, as well as may be. */
  copy: Sink | undefined
  /** The code of the last line an earlier process has left. */
  previous: string
  /** Whether a change that cannot be noted is refused. */
  required: boolean
  log: Log
  /** Milliseconds since 1970. */
  clock: () => number
}

/** What was changed and what was denied, line by line, and by whom. */
export class Trail {
  readonly #options: TrailOptions
  readonly #chain: Chain
  readonly #recent: AuditEntry[] = []
  #count = 0
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(options: TrailOptions) {
    this.#options = options
    this.#chain = new Chain(options.key, options.previous)
  }

  /** How many lines this process has written. */
  get count(): number {
    return this.#count
  }

  /** The code of the last line. */
  get head(): string {
    return this.#chain.head
  }

  /** The last entries of this process, newest first. */
  recent(): AuditEntry[] {
    return this.#recent.toReversed()
  }

  /** Whoever does something, for the cluster it is done in; all of it is noted. */
  author(actor: Actor): Author {
    const { caller, requestId } = actor
    const who = caller === undefined ? undefined : { name: caller.name, via: caller.via, requestId }
    return { witness: this.witness(actor), who }
  }

  /** Notes the changes a request makes; where the trail takes nothing, and must, no change is made. */
  witness(actor: Actor): WriteWitness {
    return async ({ before, ...write }) => {
      const entry: Entry = { event: 'write', ...ofActor(actor), ...write }
      const noted = await this.#note({ ...entry, phase: 'asked', ...versions(before, undefined) })
      if (!noted && this.#options.required)
        throw new Unavailable(
          'nothing is changed, because it could not be written to the audit trail: see the log of the service',
        )
      return async (outcome) => {
        const { result, after } = told(outcome)
        await this.#note({ ...entry, phase: 'done', result, ...versions(before, after) })
      }
    }
  }

  /** Notes a call that was denied. */
  denied(actor: Actor, call: { method: string; route: string; result: string }): void {
    void this.#note({ event: 'denied', ...ofActor(actor), ...call })
  }

  /** Notes who signed in or out, and what came of it. */
  signed(actor: Actor, event: 'sign-in' | 'sign-out', result: string): void {
    void this.#note({ event, ...ofActor(actor), result })
  }

  async close(): Promise<void> {
    const { sink, copy } = this.#options
    await inTime(this.#last)
    await sink.close()
    await copy?.close()
  }

  /**
   * Lines are written one after the other, each linked to the one that was written last; false where this one was not, or not
   * in time. One that comes too late for its request still stands where it belongs.
   */
  async #note(entry: Entry): Promise<boolean> {
    if (this.#waiting >= MAX_WAITING) return false
    this.#waiting++
    const noted = this.#last.then(() => this.#write(entry)).finally(() => this.#waiting--)
    this.#last = noted
    return (await inTime(noted)) === true
  }

  async #write(entry: Entry): Promise<boolean> {
    const { clock, sink, copy, log } = this.#options
    const timestamp = new Date(clock()).toISOString()
    const { line, written } = this.#chain.link(timestamp, entry)
    try {
      await sink.write(line)
    } catch (error) {
      log.error('the audit trail could not be written', {
        requestId: entry.requestId,
        reason: reasonOf(error),
      })
      return false
    }
    written()
    copy?.write(line).catch(() => undefined)
    this.#count++
    if (this.#recent.push({ timestamp, ...entry }) > KEPT) this.#recent.shift()
    return true
  }
}

function ofActor({ requestId, caller, address }: Actor): Pick<Entry, 'requestId' | 'caller' | 'address'> {
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

function told(outcome: WriteOutcome): { result: string; after: string | undefined } {
  if (!('failure' in outcome)) return { result: 'made', after: outcome.after }
  const { failure } = outcome
  if (failure instanceof Denied) return { result: 'denied by the cluster', after: undefined }
  return { result: `failed: ${reasonOf(failure)}`, after: undefined }
}

/** What a promise comes to, undefined where that takes too long. */
async function inTime<T>(promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), WAIT_MS)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

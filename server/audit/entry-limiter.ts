import { ipKeyGenerator } from 'express-rate-limit'
import type { Clock } from '../core/clock.ts'
import { NO_REQUEST, type Entry } from './audit-entry.ts'

/** A window begins with its first entry and ends with the summaries. */
const WINDOW_MS = 60_000
/**
 * Unauthenticated requests recorded in one window: one of each address and reason, for the first of those. With their
 * summaries these are 49 lines a minute at most, whatever arrives.
 */
const MAX_UNKNOWN_GROUPS = 24
/** Requests of authenticated callers recorded in one window: so many of each caller, and so many in all. */
const MAX_OF_CALLER = 30
const MAX_OF_CALLERS = 600
/** Callers whose further requests are counted one by one; those of others are counted together. */
const MAX_CALLER_GROUPS = 200
const SUBNET_BITS = 64
const SEVERAL = 'for several reasons'

/** Entries that are summed, with the fields that they have in common. */
interface Group {
  readonly event: Entry['event']
  readonly caller: Entry['caller']
  readonly address: string | null
  /** Words before the reason, if the caller or address alone do not say whose requests these are. */
  readonly prefix: string
  readonly limit: number
  recorded: number
  /** Reason of the summed entries. */
  result: string | undefined
  /** Number of the summed entries. */
  count: number
  /** Time of the first of them, in milliseconds since 1970. */
  since: number
}

export interface EntryLimiterOptions {
  time: Clock
  /** Milliseconds since 1970. */
  clock: () => number
  /** Records an entry in the background; returns false if there is no room for it. */
  record: (entry: Entry) => boolean
  /** Receives the number of entries that were summed at the end of each window that has any. */
  summed: (count: number) => void
}

/**
 * Limits the entries about denials or sign-ins, which callers cause at will: in each window some are recorded one by
 * one, and the others are counted by caller, or by address and reason if the caller is unknown. At the end of the
 * window each count is one summary entry. The groups are limited too: what belongs to none is counted together.
 */
export class EntryLimiter {
  readonly #options: EntryLimiterOptions
  readonly #unknown = new Map<string, Group>()
  readonly #callers = new Map<string, Group>()
  readonly #rest = new Map<string, Group>()
  #recordedOfCallers = 0
  #stopTimer: (() => void) | undefined
  #total = 0

  constructor(options: EntryLimiterOptions) {
    this.#options = options
  }

  /** Number of entries summed by this process. */
  get total(): number {
    return this.#total
  }

  /** Records an entry, or counts it. */
  add(entry: Entry): void {
    this.#stopTimer ??= this.#options.time.after(WINDOW_MS, () => this.flush())
    const group = entry.caller === null ? this.#unknownGroup(entry) : this.#callerGroup(entry)
    const isExhausted = entry.caller !== null && this.#recordedOfCallers >= MAX_OF_CALLERS
    if (group.recorded < group.limit && !isExhausted && this.#options.record(entry)) {
      group.recorded++
      if (entry.caller !== null) this.#recordedOfCallers++
      return
    }
    if (group.count === 0) [group.since, group.result] = [this.#options.clock(), entry.result]
    else if (group.result !== entry.result) group.result = SEVERAL
    group.count++
    this.#total++
  }

  /** Ends the window: records a summary entry for each group that counted any. */
  flush(): void {
    this.#stopTimer?.()
    this.#stopTimer = undefined
    const groups = [...this.#unknown.values(), ...this.#callers.values(), ...this.#rest.values()]
    for (const groupsByKey of [this.#unknown, this.#callers, this.#rest]) groupsByKey.clear()
    this.#recordedOfCallers = 0
    const counted = groups.filter(({ count }) => count > 0)
    if (counted.length === 0) return
    this.#options.summed(counted.reduce((sum, { count }) => sum + count, 0))
    for (const group of counted) this.#options.record(summaryOf(group))
  }

  #unknownGroup(entry: Entry): Group {
    const address = ipKeyGenerator(entry.address ?? '', SUBNET_BITS)
    const key = `${entry.event} ${address} ${entry.result}`
    const fields = { event: entry.event, caller: null, address, limit: 1 }
    return this.#group(this.#unknown, MAX_UNKNOWN_GROUPS, key, fields)
  }

  #callerGroup(entry: Entry): Group {
    const { event, caller } = entry
    const key = `${event} ${caller?.via} ${caller?.name}`
    const fields = { event, caller, address: null, limit: MAX_OF_CALLER }
    return this.#group(this.#callers, MAX_CALLER_GROUPS, key, fields)
  }

  #group(
    groups: Map<string, Group>,
    most: number,
    key: string,
    fields: Pick<Group, 'event' | 'caller' | 'address' | 'limit'>,
  ): Group {
    const found = groups.get(key)
    if (found !== undefined) return found
    const blank = { recorded: 0, result: undefined, count: 0, since: 0 }
    if (groups.size < most) {
      const group = { ...fields, ...blank, prefix: '' }
      groups.set(key, group)
      return group
    }
    const prefix = fields.caller === null ? 'further addresses and reasons: ' : 'further callers: '
    const restKey = `${fields.event} ${prefix}`
    const noCaller = { caller: null, address: null, limit: 0 }
    const rest = this.#rest.get(restKey) ?? { ...fields, ...blank, ...noCaller, prefix }
    this.#rest.set(restKey, rest)
    return rest
  }
}

function summaryOf({ event, caller, address, prefix, result = SEVERAL, count, since }: Group): Entry {
  return {
    event,
    ...NO_REQUEST,
    caller,
    address,
    result: `${prefix}${result}`,
    count,
    since: new Date(since).toISOString(),
  }
}

import { totalmem } from 'node:os'

/** The parts of the process that hold memory on behalf of callers; values of a metric label. */
export type MemoryHolder =
  | 'responses'
  | 'lists'
  | 'encodings'
  | 'snapshots'
  | 'access_reviews'
  | 'sessions'
  | 'tokens'
  | 'replay_buffers'
  | 'repository_host'
  | 'model_answers'
  | 'in_flight'

/** The part of the ledger's limit that one holder uses. */
export interface MemoryAccount {
  /** Accounts for added bytes; entries are evicted, possibly of other holders, until all fit the limit. */
  add(bytes: number): void
  remove(bytes: number): void
  /** Returns everything to the ledger: the holder is not used any more. */
  close(): void
}

interface Account {
  readonly holder: MemoryHolder
  /** Drops the least recently used entry and removes its bytes; false: there is none. */
  readonly evict: () => boolean
  bytes: number
}

const MIB = 1024 * 1024
/** A quarter of the container's limit: the rest is for the program, the watch caches and garbage. */
const SHARE = 1 / 4
const MIN_BYTES = 8 * MIB
/** Beyond this, more cached responses save little. */
const MAX_BYTES = 128 * MIB

/**
 * Returns the ledger's limit in bytes for a memory limit of the process, which is 0 or larger than the machine's
 * memory if there is none (process.constrainedMemory).
 */
export function ledgerLimit(constrained = process.constrainedMemory(), machine = totalmem()): number {
  const available = constrained > 0 ? Math.min(constrained, machine) : machine
  return Math.min(MAX_BYTES, Math.max(MIN_BYTES, Math.floor(available * SHARE)))
}

/**
 * Memory ledger: one limit in bytes for everything that is kept for callers, so that the limits of many caches do not
 * add up. Over the limit, the holder that uses the most evicts its least recently used entries.
 */
export class MemoryLedger {
  readonly limit: number
  readonly #accounts = new Set<Account>()
  #used = 0

  constructor(limit: number) {
    this.limit = limit
  }

  get used(): number {
    return this.#used
  }

  /** Returns the bytes of each holder that has an account. */
  byHolder(): ReadonlyMap<MemoryHolder, number> {
    const bytes = new Map<MemoryHolder, number>()
    for (const account of this.#accounts)
      bytes.set(account.holder, (bytes.get(account.holder) ?? 0) + account.bytes)
    return bytes
  }

  /**
   * Opens an account. `evict` drops the least recently used entry and removes its bytes from the account; it returns
   * false if there is none, or if nothing of this holder can be dropped.
   */
  open(holder: MemoryHolder, evict: () => boolean): MemoryAccount {
    const account: Account = { holder, evict, bytes: 0 }
    this.#accounts.add(account)
    const change = (bytes: number): void => {
      // A request that outlives its holder would take bytes that nobody gives back, or give them back twice.
      if (!this.#accounts.has(account)) return
      account.bytes += bytes
      this.#used += bytes
    }
    return {
      add: (bytes) => {
        change(bytes)
        if (this.#used > this.limit) this.#makeRoom()
      },
      remove: (bytes) => change(-bytes),
      close: () => {
        change(-account.bytes)
        this.#accounts.delete(account)
      },
    }
  }

  #makeRoom(): void {
    const largestFirst = [...this.#accounts].toSorted((one, other) => other.bytes - one.bytes)
    for (const { evict } of largestFirst) while (this.#used > this.limit && evict());
  }
}

import { randomBytes } from 'node:crypto'
import { Expired } from '../errors.ts'
import { encodeContinue, type Position } from './continue.ts'
import type { Time } from './time.ts'
import type { Entry } from './watch/entry.ts'

const MARK = 'snapshot/'
const KEPT_MS = 5 * 60_000
const MAX_SNAPSHOTS = 64

interface Snapshot {
  entries: readonly Entry<unknown>[]
  usedAt: number
}

/** What callers who page through a list go on with: the list as it was when they began, for five minutes. */
export class Snapshots {
  readonly #time: Time
  readonly #held = new Map<string, Snapshot>()

  constructor(time: Time) {
    this.#time = time
  }

  /** Whether a position is in a snapshot rather than in a list of the API server. */
  holds(position: Position): boolean {
    return position.after.startsWith(MARK)
  }

  /** The first page of a list, and where the rest is found. */
  first<T>(
    entries: readonly Entry<T>[],
    limit: number,
    digest: string,
  ): { page: readonly Entry<T>[]; rest: Rest } {
    if (entries.length <= limit) return { page: entries, rest: {} }
    const [oldest] = this.#held.keys()
    if (oldest !== undefined && this.#held.size >= MAX_SNAPSHOTS) this.#held.delete(oldest)
    const id = randomBytes(9).toString('base64url')
    this.#held.set(id, { entries, usedAt: this.#time.now() })
    return pageOf(entries, { after: MARK + id, part: 0 }, limit, digest)
  }

  /** The page at a position; throws Expired where its snapshot is gone. The digest in it says it is of the same kind. */
  next<T>(position: Position, limit: number, digest: string): { page: readonly Entry<T>[]; rest: Rest } {
    const id = position.after.slice(MARK.length)
    const snapshot = this.#held.get(id)
    this.#held.delete(id)
    if (snapshot === undefined || this.#time.now() - snapshot.usedAt > KEPT_MS)
      throw new Expired('the list this continue belongs to has expired: start again without continue')
    this.#held.set(id, { ...snapshot, usedAt: this.#time.now() })
    return pageOf(snapshot.entries as readonly Entry<T>[], position, limit, digest)
  }
}

interface Rest {
  continue?: string
  remaining?: number
}

function pageOf<T>(entries: readonly Entry<T>[], { after, part }: Position, limit: number, digest: string) {
  const end = part + limit
  const rest =
    end >= entries.length
      ? {}
      : { continue: encodeContinue({ after, part: end }, digest), remaining: entries.length - end }
  return { page: entries.slice(part, end), rest }
}

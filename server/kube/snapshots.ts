import { Expired } from '../errors.ts'
import type { Place } from './continue.ts'
import { Flights } from './flights.ts'
import type { Time } from './time.ts'
import type { Entry } from './watch/entry.ts'

const KEPT_MS = 5 * 60_000
/** They share what they hold with the watched state they were taken of. */
const MAX_TAKEN = 64
/** Each of them is held for itself. */
const MAX_MADE_AGAIN = 4

/** A list as it was at a moment: `key` tells of what it is from all other lists. */
export interface PastList {
  key: string
  versions: readonly string[]
}

/** A page, the place after it, and how many come there; without a place it was the last. */
export interface SnapshotPage<T> {
  page: readonly Entry<T>[]
  rest: { after: Place['after']; remaining: number } | undefined
}

/** What callers who page through a list go on with: the list as it was when they began, for five minutes. */
export class Snapshots {
  readonly #taken: Held
  readonly #madeAgain: Held
  readonly #flights = new Flights()
  #before: Promise<unknown> = Promise.resolve()

  constructor(time: Time) {
    this.#taken = new Held(time, MAX_TAKEN)
    this.#madeAgain = new Held(time, MAX_MADE_AGAIN)
  }

  /** Keeps a list that is about to be paged through. */
  take<T>(list: PastList, entries: readonly Entry<T>[]): void {
    this.#taken.put(idOf(list), entries)
  }

  /** A list that is held; undefined for one that has to be made again. */
  get<T>(list: PastList): readonly Entry<T>[] | undefined {
    const id = idOf(list)
    // The key says which kind it is of.
    return (this.#taken.get(id) ?? this.#madeAgain.get(id)) as readonly Entry<T>[] | undefined
  }

  /** A list that is not held, made by `make` and then held: once for all who want it, and one after the other. */
  async again<T>(
    list: PastList,
    signal: AbortSignal,
    make: (signal: AbortSignal) => Promise<readonly Entry<T>[]>,
  ): Promise<readonly Entry<T>[]> {
    const id = idOf(list)
    return this.#flights.join(id, signal, async (wanted) => {
      const { promise: after, resolve } = Promise.withResolvers<undefined>()
      const before = this.#before
      this.#before = after
      try {
        await before
        wanted.throwIfAborted()
        const entries = await make(wanted)
        this.#madeAgain.put(id, entries)
        return entries
      } finally {
        resolve(undefined)
      }
    })
  }
}

/** The page of a list after an object, or the first; throws Expired where that object is not in it. */
export function pageAfter<T>(
  entries: readonly Entry<T>[],
  after: Place['after'] | undefined,
  limit: number,
): SnapshotPage<T> {
  const start = after === undefined ? 0 : entries.findIndex((entry) => isAt(entry, after)) + 1
  if (after !== undefined && start === 0) throw expired()
  const page = entries.slice(start, start + limit)
  const last = page.at(-1)
  const remaining = entries.length - start - page.length
  if (last === undefined || remaining === 0) return { page, rest: undefined }
  return { page, rest: { after: { namespace: last.namespace, name: last.name }, remaining } }
}

/** The list cannot be gone on with. */
export function expired(): Expired {
  return new Expired('the list this continue belongs to has expired: start again without continue')
}

function isAt({ name, namespace }: Entry<unknown>, at: Place['after']): boolean {
  return name === at.name && namespace === at.namespace
}

function idOf({ key, versions }: PastList): string {
  return JSON.stringify([key, versions])
}

/** So many lists, each for five minutes after it was last asked for. */
class Held {
  readonly #time: Time
  readonly #most: number
  readonly #lists = new Map<string, { entries: readonly Entry<unknown>[]; usedAt: number }>()

  constructor(time: Time, most: number) {
    this.#time = time
    this.#most = most
  }

  put(id: string, entries: readonly Entry<unknown>[]): void {
    this.#lists.delete(id)
    const [oldest] = this.#lists.keys()
    if (oldest !== undefined && this.#lists.size >= this.#most) this.#lists.delete(oldest)
    this.#lists.set(id, { entries, usedAt: this.#time.now() })
  }

  get(id: string): readonly Entry<unknown>[] | undefined {
    const held = this.#lists.get(id)
    this.#lists.delete(id)
    if (held === undefined || this.#time.now() - held.usedAt > KEPT_MS) return undefined
    this.#lists.set(id, { ...held, usedAt: this.#time.now() })
    return held.entries
  }
}

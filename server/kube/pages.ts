import type { JsonBytes } from './view.ts'

const MAX_PAGES = 512
const MAX_BYTES = 48 * 1024 * 1024

/** Which state of which stores a page was made of. */
export interface PageGround {
  store: object
  changed: string
}

interface Held<P> {
  ground: readonly PageGround[]
  view: object
  from: number
  page: Promise<P>
  made: P | undefined
  /** What was made last of the same stores before this is made. */
  before: P | undefined
}

/**
 * Whole lists as they are answered, made when first asked for and kept until the next change of what they were made of.
 * Those made longest ago go first.
 */
export class Pages<P extends JsonBytes<unknown>> {
  readonly #held = new Map<string, Held<P>>()
  #bytes = 0

  /** The page of this key on this ground; made by `make`, of what was made before on the same stores, where none is held that is true now. */
  async page(
    key: string,
    { ground, view, now }: { ground: readonly PageGround[]; view: object; now: number },
    make: (before: P | undefined) => Promise<P>,
  ): Promise<P> {
    const held = this.#held.get(key)
    if (held !== undefined && holds(held, ground, view, now)) {
      return held.made ?? held.page
    }
    if (held !== undefined) this.#drop(key, held)
    const before = held !== undefined && isOf(held, ground, view) ? (held.made ?? held.before) : undefined
    const fresh: Held<P> = { ground, view, from: now, page: make(before), made: undefined, before }
    this.#held.set(key, fresh)
    try {
      fresh.made = await fresh.page
      fresh.before = undefined
    } catch (error) {
      if (this.#held.get(key) === fresh) this.#held.delete(key)
      throw error
    }
    if (this.#held.get(key) === fresh) this.#bytes += fresh.made.bytes.length
    this.#makeRoom()
    return fresh.made
  }

  #makeRoom(): void {
    for (const [key, held] of this.#held) {
      if (this.#held.size <= MAX_PAGES && this.#bytes <= MAX_BYTES) return
      this.#drop(key, held)
    }
  }

  #drop(key: string, held: Held<P>): void {
    this.#held.delete(key)
    if (held.made !== undefined) this.#bytes -= held.made.bytes.length
  }
}

/** Whether it is of the same stores, in whatever state, and shown by the same view. */
function isOf(held: Held<unknown>, ground: readonly PageGround[], view: object): boolean {
  return (
    held.view === view &&
    held.ground.length === ground.length &&
    held.ground.every(({ store }, at) => store === ground[at]?.store)
  )
}

function holds(
  held: Held<JsonBytes<unknown>>,
  ground: readonly PageGround[],
  view: object,
  now: number,
): boolean {
  if (!isOf(held, ground, view) || now < held.from) return false
  if (held.made !== undefined && now >= held.made.until) return false
  return held.ground.every(({ changed }, at) => changed === ground[at]?.changed)
}

import type { JsonBytes } from './view.ts'

const MAX_PAGES = 512
const MAX_BYTES = 48 * 1024 * 1024

/** Which state of which stores a page was made of. */
export interface PageGround {
  store: object
  changed: string
}

interface Held {
  ground: readonly PageGround[]
  view: object
  from: number
  page: Promise<JsonBytes<unknown>>
  made: JsonBytes<unknown> | undefined
}

/**
 * Whole lists as they are answered, made when first asked for and kept until the next change of what they were made of.
 * Those made longest ago go first.
 */
export class Pages {
  readonly #held = new Map<string, Held>()
  #bytes = 0

  /** The page of this key on this ground; made by `make` where none is held that is true now. */
  async page(
    key: string,
    { ground, view, now }: { ground: readonly PageGround[]; view: object; now: number },
    make: () => Promise<JsonBytes<unknown>>,
  ): Promise<JsonBytes<unknown>> {
    const held = this.#held.get(key)
    if (held !== undefined && holds(held, ground, view, now)) {
      return held.made ?? held.page
    }
    if (held !== undefined) this.#drop(key, held)
    const fresh: Held = { ground, view, from: now, page: make(), made: undefined }
    this.#held.set(key, fresh)
    try {
      fresh.made = await fresh.page
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

  #drop(key: string, held: Held): void {
    this.#held.delete(key)
    if (held.made !== undefined) this.#bytes -= held.made.bytes.length
  }
}

function holds(held: Held, ground: readonly PageGround[], view: object, now: number): boolean {
  if (held.view !== view || held.ground.length !== ground.length || now < held.from) return false
  if (held.made !== undefined && now >= held.made.until) return false
  return held.ground.every(
    ({ store, changed }, at) => store === ground[at]?.store && changed === ground[at]?.changed,
  )
}

/** Where what an answer says came from, the worst of its parts: caches, an old cache, the cluster, the cluster on request. */
export type CacheUse = 'hit' | 'stale' | 'miss' | 'bypass'

const ORDER: readonly CacheUse[] = ['hit', 'stale', 'miss', 'bypass']

/** Where the reads of one request were served from. */
export class Served {
  #use: CacheUse | undefined
  #ageMs = 0

  /** The worst of what was noted; undefined before a read. */
  get use(): CacheUse | undefined {
    return this.#use
  }

  note(use: CacheUse, ageMs = 0): void {
    if (this.#use === undefined || ORDER.indexOf(use) > ORDER.indexOf(this.#use)) this.#use = use
    this.#ageMs = Math.max(this.#ageMs, ageMs)
  }

  /** `X-Cache`, and `X-Cache-Age-Ms`: the time since the last proof of life of the oldest part. Nothing before a read. */
  headers(): Record<string, string> {
    if (this.#use === undefined) return {}
    return { 'x-cache': this.#use, 'x-cache-age-ms': String(Math.round(this.#ageMs)) }
  }
}

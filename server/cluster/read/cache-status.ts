/**
 * Cache status of a response, the worst of its reads: from a synced cache, from a cache that may be out of
 * date, from the API server, or from the API server because the caller demanded it.
 */
export type CacheStatus = 'hit' | 'stale' | 'miss' | 'bypass'

const ORDER: readonly CacheStatus[] = ['hit', 'stale', 'miss', 'bypass']

/** Records the cache status of one request's reads. */
export class CacheStatusRecorder {
  #use: CacheStatus | undefined
  #ageMs = 0

  /** The worst recorded status; undefined before the first read. */
  get use(): CacheStatus | undefined {
    return this.#use
  }

  record(use: CacheStatus, ageMs = 0): void {
    if (this.#use === undefined || ORDER.indexOf(use) > ORDER.indexOf(this.#use)) this.#use = use
    this.#ageMs = Math.max(this.#ageMs, ageMs)
  }

  /**
   * `X-Cache`, and `X-Cache-Age-Ms`: the time since the watch of the oldest part last showed activity. Empty
   * before the first read.
   */
  headers(): Record<string, string> {
    if (this.#use === undefined) return {}
    return { 'x-cache': this.#use, 'x-cache-age-ms': String(Math.round(this.#ageMs)) }
  }
}

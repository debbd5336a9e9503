import { LRUCache } from 'lru-cache'
import type { MemoryAccount, MemoryLedger } from '../../../core/memory-ledger.ts'
import type { OutboundResponse } from '../../../outbound/outbound-client.ts'

const MAX_BYTES = 64 * 1024 * 1024
/** Approximate memory of an entry besides its body. */
const ENTRY_BYTES = 1024

/**
 * Responses of a repository host: of commits, trees and blobs by their sha, and of refs for If-None-Match. At most 64 MiB,
 * accounted for in the memory ledger. The key holds the credential, so nobody gets what another may read.
 */
export class HostCache {
  readonly #responses: LRUCache<string, OutboundResponse>
  readonly #account: MemoryAccount

  constructor(ledger: MemoryLedger) {
    this.#account = ledger.open('repository_host', () => this.#responses.pop() !== undefined)
    this.#responses = new LRUCache({
      maxSize: MAX_BYTES,
      // A larger entry would drop most others.
      maxEntrySize: MAX_BYTES / 4,
      sizeCalculation: bytesOf,
      dispose: (response, key) => this.#account.remove(bytesOf(response, key)),
    })
  }

  get(key: string): OutboundResponse | undefined {
    return this.#responses.get(key)
  }

  set(key: string, response: OutboundResponse): void {
    if (bytesOf(response, key) > MAX_BYTES / 4) return
    this.#responses.set(key, response)
    this.#account.add(bytesOf(response, key))
  }

  close(): void {
    this.#responses.clear()
    this.#account.close()
  }
}

function bytesOf({ body }: OutboundResponse, key: string): number {
  return ENTRY_BYTES + key.length + body.length
}

import { createHmac, randomUUID } from 'node:crypto'

/** Fields that chain a line of the audit log to the others. */
interface Link {
  chain: string
  sequence: number
  previous: string
}

const MAC = /,"mac":"([0-9a-f]{64})"\}$/

/**
 * HMAC-SHA256 hash chain (RFC 2104): each line has the MAC of the previous line and its own, which
 * requires the key. A line that is changed, removed or inserted is therefore detected. Missing lines at the
 * end are detected by comparison with a head stored elsewhere.
 */
export class HashChain {
  readonly #key: Buffer
  readonly #id = randomUUID()
  #sequence = 0
  #head: string

  /** `previous` is the last MAC of an earlier chain; '' for a new log. */
  constructor(key: Buffer, previous: string) {
    this.#key = key
    this.#head = previous
  }

  get head(): string {
    return this.#head
  }

  /** Returns a record's line. Call `commit` after the write: the line then becomes the head. */
  append(timestamp: string, audit: object): { line: string; commit: () => void } {
    const link: Link = { chain: this.#id, sequence: this.#sequence + 1, previous: this.#head }
    const unsigned = JSON.stringify({ timestamp, level: 'info', message: 'audit', ...link, audit })
    const mac = computeMac(this.#key, unsigned)
    return {
      line: `${unsigned.slice(0, -1)},"mac":"${mac}"}`,
      commit: () => {
        this.#sequence = link.sequence
        this.#head = mac
      },
    }
  }
}

/** Reads the MAC of a line of the log; undefined for any other line. */
export function readMac(line: string): string | undefined {
  return MAC.exec(line)?.[1]
}

/** Computes the HMAC-SHA256 of a line before its MAC is appended. */
export function computeMac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex')
}

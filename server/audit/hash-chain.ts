import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

/** Fields that chain a line of the audit log to the others. */
interface Link {
  chain: string
  sequence: number
  previous: string
}

/** A line of the log is missing, added or changed. */
export class BrokenChain extends Error {}

const MAC = /,"mac":"([0-9a-f]{64})"\}$/

/**
 * HMAC-SHA256 hash chain (RFC 2104): each line has the code of the previous line and one of its own, which
 * requires the key. A line that is changed, removed or inserted is therefore detected. Missing lines at the
 * end are detected by comparison with a head stored elsewhere.
 */
export class HashChain {
  readonly #key: Buffer
  readonly #id = randomUUID()
  #sequence = 0
  #head: string

  /** `previous` is the last code of an earlier chain; '' for a new log. */
  constructor(key: Buffer, previous: string) {
    this.#key = key
    this.#head = previous
  }

  get head(): string {
    return this.#head
  }

  /** Returns a record's line, and a function to call once it is written, which makes it the head. */
  append(timestamp: string, audit: object): { line: string; written: () => void } {
    const link: Link = { chain: this.#id, sequence: this.#sequence + 1, previous: this.#head }
    const unsigned = JSON.stringify({ timestamp, level: 'info', message: 'audit', ...link, audit })
    const mac = macOf(this.#key, unsigned)
    return {
      line: `${unsigned.slice(0, -1)},"mac":"${mac}"}`,
      written: () => {
        this.#sequence = link.sequence
        this.#head = mac
      },
    }
  }
}

/** Returns the code of a line of the log; undefined for any other line. */
export function macOfLine(line: string): string | undefined {
  return MAC.exec(line)?.[1]
}

/**
 * Verifies every line of a log against the key and the lines before it; lines of other messages are skipped.
 * Returns the number of lines and the last code. Throws BrokenChain, which names the line.
 */
export async function verifyChain(
  lines: AsyncIterable<string>,
  key: Buffer,
): Promise<{ count: number; head: string }> {
  const heads = new Map<string, { sequence: number; mac: string }>()
  let [number, count, head] = [0, 0, '']
  for await (const line of lines) {
    number++
    const link = linkOf(line)
    if (link === undefined) continue
    const broken = (reason: string): BrokenChain => new BrokenChain(`line ${number}: ${reason}`)
    const mac = macOfLine(line) ?? ''
    const expected = macOf(key, `${line.slice(0, -`,"mac":"${mac}"}`.length)}}`)
    if (mac === '' || !timingSafeEqual(Buffer.from(mac), Buffer.from(expected)))
      throw broken('it was modified, or signed with another key')
    const last = heads.get(link.chain)
    if (link.sequence !== (last?.sequence ?? 0) + 1)
      throw broken(`${link.sequence - (last?.sequence ?? 0) - 1} lines are missing before it`)
    if (link.previous !== (last?.mac ?? head)) throw broken('it does not follow the line before it')
    heads.set(link.chain, { sequence: link.sequence, mac })
    count++
    head = mac
  }
  return { count, head }
}

function linkOf(line: string): Link | undefined {
  if (!line.includes('"message":"audit"')) return undefined
  try {
    const value = JSON.parse(line) as Partial<Link> | null
    const { chain, sequence, previous } = value ?? {}
    if (typeof chain === 'string' && typeof sequence === 'number' && typeof previous === 'string')
      return { chain, sequence, previous }
  } catch {
    // Rejected below: the line claims to be part of the log.
  }
  return { chain: '', sequence: -1, previous: '' }
}

function macOf(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex')
}

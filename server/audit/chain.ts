import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

/** What a line of the audit trail says beside what happened. */
interface Link {
  chain: string
  sequence: number
  previous: string
}

/** A line of the trail is missing, added or changed. */
export class BrokenChain extends Error {}

const MAC = /,"mac":"([0-9a-f]{64})"\}$/

/**
 * Links lines to each other: each carries the code (HMAC-SHA256, RFC 2104) of the one before and one of its own, which
 * only who has the key can make. So no line can be changed, taken out or put in between without that being seen; that the
 * last ones are missing is seen by who knows the head.
 */
export class Chain {
  readonly #key: Buffer
  readonly #id = randomUUID()
  #sequence = 0
  #head: string

  /** `previous` is the head of what this chain goes on from; '' where it is the first. */
  constructor(key: Buffer, previous: string) {
    this.#key = key
    this.#head = previous
  }

  get head(): string {
    return this.#head
  }

  /** The line of an entry, and what makes it the last of the chain: called when the line is written. */
  link(timestamp: string, audit: object): { line: string; written: () => void } {
    const link: Link = { chain: this.#id, sequence: this.#sequence + 1, previous: this.#head }
    const said = JSON.stringify({ timestamp, level: 'info', message: 'audit', ...link, audit })
    const mac = macOf(this.#key, said)
    return {
      line: `${said.slice(0, -1)},"mac":"${mac}"}`,
      written: () => {
        this.#sequence = link.sequence
        this.#head = mac
      },
    }
  }
}

/** The code of a line of the trail; undefined where it is no such line. */
export function macIn(line: string): string | undefined {
  return MAC.exec(line)?.[1]
}

/**
 * Reads a trail and holds every line against the key and the lines before it; lines that are none of the trail are passed over, as
 * a log has them. Answers how many there are and the code of the last. Throws BrokenChain, which names the line.
 */
export async function verifyTrail(
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
    const mac = macIn(line) ?? ''
    const expected = macOf(key, `${line.slice(0, -`,"mac":"${mac}"}`.length)}}`)
    if (mac === '' || !timingSafeEqual(Buffer.from(mac), Buffer.from(expected)))
      throw broken('it was changed, or another key was used')
    const last = heads.get(link.chain)
    if (link.sequence !== (last?.sequence ?? 0) + 1)
      throw broken(`${link.sequence - (last?.sequence ?? 0) - 1} lines before it are missing`)
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
    // Told below: it claims to be one.
  }
  return { chain: '', sequence: -1, previous: '' }
}

function macOf(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex')
}

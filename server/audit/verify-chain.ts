import { timingSafeEqual } from 'node:crypto'
import { computeMac, readMac } from './hash-chain.ts'

/** Number of findings that are reported one by one. */
const MAX_FINDINGS = 100

/** Result of a verification. */
export interface ChainReport {
  /** Number of lines whose MAC is valid. */
  readonly count: number
  /** MAC of the last of them; '' if there is none. */
  readonly head: string
  /** Number of findings that show a missing, added or changed line. */
  readonly faults: number
  /** Number of findings that an interrupted process explains. */
  readonly warnings: number
  /** A sentence for each finding, at most 100 of them. */
  readonly findings: readonly string[]
}

/** A line of the audit log: its place in the chain, and the parts of its entry that matter to the chain. */
interface LinkedLine {
  readonly chain: string
  readonly sequence: number
  readonly previous: string
  readonly event: unknown
  /** Number of unfinished lines that the entry says were before it. */
  readonly unfinished: number
  readonly mac: string
}

/**
 * Verifies every line of a log against the key and the lines before it; lines of other messages are skipped. A line
 * that cannot be read is a warning if the next process noted it, or if it is the last; verification goes on after it.
 */
export async function verifyChain(
  lines: AsyncIterable<string>,
  key: Buffer,
  expectedHeads: readonly string[] = [],
): Promise<ChainReport> {
  const verification = new Verification(key, expectedHeads)
  for await (const line of lines) verification.add(line)
  return verification.end()
}

class Verification {
  readonly #key: Buffer
  readonly #missingHeads: Set<string>
  readonly #chains = new Map<string, { sequence: number; mac: string }>()
  readonly #findings: string[] = []
  #faults = 0
  #warnings = 0
  #number = 0
  #count = 0
  #head = ''
  #isClosed = true
  /** Numbers of the last lines that could not be read. */
  #unreadable: number[] = []

  constructor(key: Buffer, expectedHeads: readonly string[]) {
    this.#key = key
    this.#missingHeads = new Set(expectedHeads)
  }

  add(text: string): void {
    this.#number++
    if (!text.includes('"message":"audit"')) return
    // Earlier versions appended the first line of a process to the unfinished line of the one before.
    const start = Math.max(0, text.lastIndexOf('{"timestamp":"'))
    const line = text.slice(start)
    const linked = parseLine(line)
    if (linked === 'unreadable') {
      this.#unreadable.push(this.#number)
      return
    }
    if (linked === 'invalid' || !isSigned(line, linked.mac, this.#key)) {
      this.#fault(this.#number, 'it was modified, or signed with another key')
      return
    }
    if (start > 0) this.#warn(this.#number, `it begins with ${start} characters of an unfinished line`)
    this.#settleUnreadable(linked)
    this.#follow(linked)
  }

  end(): ChainReport {
    if (this.#unreadable.at(-1) === this.#number) {
      this.#unreadable.pop()
      this.#warn(
        this.#number,
        'it is unfinished: the process that wrote it was killed, or the file was cut there; the next process notes that when it opens the file',
      )
    }
    this.#rejectUnreadable()
    for (const head of this.#missingHeads)
      this.#addFinding(
        `no line has the MAC ${head}: lines are missing at the end, or were when a later process opened the file`,
        'fault',
      )
    const [count, head, faults, warnings] = [this.#count, this.#head, this.#faults, this.#warnings]
    return { count, head, faults, warnings, findings: this.#findings }
  }

  /** Checks that a line continues its chain, or that it begins one where the last ended. */
  #follow({ chain, sequence, previous, event, unfinished, mac }: LinkedLine): void {
    const last = this.#chains.get(chain)
    const missing = sequence - (last?.sequence ?? 0) - 1
    if (missing > 0) this.#fault(this.#number, `${missing} lines are missing before it`)
    else if (missing < 0 || previous !== (last?.mac ?? this.#head))
      this.#fault(this.#number, 'it does not follow the line before it')
    else if (last === undefined && !this.#isClosed && unfinished === 0)
      this.#warn(
        this.#number,
        'the process that wrote the lines before it did not close the log: it was killed, or lines are missing between; --expect-head with the last head of that process tells them apart',
      )
    this.#chains.set(chain, { sequence, mac })
    this.#isClosed = event === 'closed'
    this.#count++
    this.#head = mac
    this.#missingHeads.delete(mac)
  }

  /** Decides on the lines that could not be read: a note directly after them explains as many as it names. */
  #settleUnreadable({ unfinished }: LinkedLine): void {
    if (unfinished > 0) {
      this.#warn(
        this.#number,
        `it notes ${unfinished} unfinished before it: the process that wrote there was killed, or the file was cut there, and then lines are missing between; --expect-head with the last head of that process tells them apart`,
      )
      this.#unreadable = this.#unreadable.filter((number) => number < this.#number - unfinished)
    }
    this.#rejectUnreadable()
  }

  #rejectUnreadable(): void {
    for (const number of this.#unreadable)
      this.#fault(number, 'it was modified: it cannot be read, and no process noted it as unfinished')
    this.#unreadable = []
  }

  #fault(number: number, reason: string): void {
    this.#addFinding(`line ${number}: ${reason}`, 'fault')
  }

  #warn(number: number, reason: string): void {
    this.#addFinding(`warning: line ${number}: ${reason}`, 'warning')
  }

  #addFinding(sentence: string, severity: 'fault' | 'warning'): void {
    if (severity === 'fault') this.#faults++
    else this.#warnings++
    if (this.#findings.length < MAX_FINDINGS) this.#findings.push(sentence)
  }
}

/** Parses a line that claims to be part of the log: `unreadable` if it is not JSON, `invalid` if it has no link. */
function parseLine(line: string): LinkedLine | 'unreadable' | 'invalid' {
  let value: Partial<LinkedLine> & { audit?: { event?: unknown; unfinished?: { lines?: unknown } } }
  try {
    value = JSON.parse(line) as typeof value
  } catch {
    return 'unreadable'
  }
  const { chain, sequence, previous, audit } = value
  const mac = readMac(line)
  if (typeof chain !== 'string' || typeof sequence !== 'number' || typeof previous !== 'string')
    return 'invalid'
  if (mac === undefined) return 'invalid'
  return {
    chain,
    sequence,
    previous,
    mac,
    event: audit?.event,
    unfinished: Number(audit?.unfinished?.lines ?? 0),
  }
}

function isSigned(line: string, mac: string, key: Buffer): boolean {
  const unsigned = `${line.slice(0, -`,"mac":"${mac}"}`.length)}}`
  return timingSafeEqual(Buffer.from(mac), Buffer.from(computeMac(key, unsigned)))
}

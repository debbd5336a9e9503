import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { readKey } from './open-audit-log.ts'
import { verifyChain } from './verify-chain.ts'

/** Result of the verification of a file. */
export interface FileReport {
  /** Whether no line is missing, added or changed, as far as the file and the expected heads show. */
  whole: boolean
  /** A sentence for each finding, each with its line; those that begin with `warning:` leave the log whole. */
  findings: readonly string[]
  /** Summary of the result. */
  sentence: string
}

/** Verifies a log file against the key, and that it has the lines with the expected heads. */
export async function verifyFile(
  path: string,
  keyFile: string,
  expectedHeads: readonly string[] = [],
): Promise<FileReport> {
  const key = await readKey(keyFile)
  // Lines that are read before the iteration begins are lost, so nothing may be awaited between these two.
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity })
  const { count, head, faults, warnings, findings } = await verifyChain(lines, key, expectedHeads)
  const more = faults + warnings - findings.length
  const verified = `${count} lines verified${warnings === 0 ? '' : `, ${plural(warnings, 'warning')}`}`
  return {
    whole: faults === 0,
    findings: more === 0 ? findings : [...findings, `and ${more} more`],
    sentence:
      faults === 0
        ? `${verified}; head ${head}`
        : `${verified}, ${plural(faults, 'fault')}: lines are missing, added or changed`,
  }
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

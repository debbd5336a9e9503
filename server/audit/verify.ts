import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { verifyChain } from './hash-chain.ts'
import { readKey } from './open-audit-log.ts'

/** Verifies a log file against the key, and against a known head; returns the result as a sentence. */
export async function verifyFile(
  path: string,
  keyFile: string,
  expected: string | undefined,
): Promise<{ whole: boolean; sentence: string }> {
  const key = await readKey(keyFile)
  // Lines that are read before the iteration begins are lost, so nothing may be awaited between these two.
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity })
  const { count, head } = await verifyChain(lines, key)
  if (expected !== undefined && head !== expected)
    return {
      whole: false,
      sentence: `${count} lines verified, but the last is not ${expected}: lines are missing at the end`,
    }
  return { whole: true, sentence: `${count} lines verified; head ${head}` }
}

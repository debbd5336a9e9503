import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { verifyTrail } from './chain.ts'
import { readKey } from './open.ts'

/** Holds a file of the trail against the key, and against a head known from elsewhere; answers what there is to say. */
export async function verifyFile(
  path: string,
  keyFile: string,
  expected: string | undefined,
): Promise<{ whole: boolean; sentence: string }> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity })
  const { count, head } = await verifyTrail(lines, await readKey(keyFile))
  if (expected !== undefined && head !== expected)
    return {
      whole: false,
      sentence: `${count} lines are whole, but the last is not ${expected}: the end is missing`,
    }
  return { whole: true, sentence: `${count} lines, none changed or missing; head ${head}` }
}

import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { HashChain } from './hash-chain.ts'
import { verifyFile } from './verify.ts'

describe('verifyFile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verify-'))
  after(() => rmSync(folder, { recursive: true }))

  it('verifies every line of the log, however long the key takes to be read', async () => {
    const key = randomBytes(32)
    const chain = new HashChain(key, '')
    const lines = Array.from({ length: 500 }, (_, index) => {
      const { line, written } = chain.append(new Date(index).toISOString(), { event: 'write' })
      written()
      return `${line}\n`
    })
    const [log, keyFile] = [join(folder, 'audit.jsonl'), join(folder, 'key')]
    writeFileSync(log, lines.join(''))
    // A pipe: the key can be read once it is written here.
    execFileSync('mkfifo', [keyFile])
    const verifying = verifyFile(log, keyFile, chain.head)
    for (let turns = 0; turns < 2000; turns++) await turn()
    await writeFile(keyFile, key)
    expect(await verifying).to.deep.equal({ whole: true, sentence: `500 lines verified; head ${chain.head}` })
  })
})

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
    // Text: the file's last byte is not part of the key where it is a newline.
    const key = Buffer.from(randomBytes(32).toString('hex'))
    const chain = new HashChain(key, '')
    const lines = Array.from({ length: 500 }, (_, index) => {
      const { line, commit } = chain.append(new Date(index).toISOString(), { event: 'write' })
      commit()
      return `${line}\n`
    })
    const [log, keyFile] = [join(folder, 'audit.jsonl'), join(folder, 'key')]
    writeFileSync(log, lines.join(''))
    // A pipe: the key can be read once it is written here.
    execFileSync('mkfifo', [keyFile])
    const verifying = verifyFile(log, keyFile, [chain.head])
    for (let turns = 0; turns < 2000; turns++) await turn()
    await writeFile(keyFile, key)
    const sentence = `500 lines verified; head ${chain.head}`
    expect(await verifying).to.deep.equal({ whole: true, findings: [], sentence })
  })

  it('calls a log whole with warnings, and not with faults', async () => {
    // Text: the file's last byte is not part of the key where it is a newline.
    const key = Buffer.from(randomBytes(32).toString('hex'))
    const chain = new HashChain(key, '')
    const [log, keyFile] = [join(folder, 'cut.jsonl'), join(folder, 'cut-key')]
    writeFileSync(keyFile, key)
    const { line, commit } = chain.append(new Date(0).toISOString(), { event: 'write' })
    commit()
    writeFileSync(log, `${line}\n${line.slice(0, 200)}`)
    const warned = await verifyFile(log, keyFile, [chain.head])
    expect(warned).to.deep.include({
      whole: true,
      sentence: `1 lines verified, 1 warning; head ${chain.head}`,
    })
    expect(warned.findings).to.have.length(1)
    const missing = await verifyFile(log, keyFile, ['0'.repeat(64)])
    expect(missing).to.deep.include({
      whole: false,
      sentence: '1 lines verified, 1 warning, 1 fault: lines are missing, added or changed',
    })
  })
})

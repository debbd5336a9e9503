import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect } from 'chai'
import { ManualClock } from '../testing/manual-time.ts'
import { AuditLog } from './audit-log.ts'
import { openAuditLog } from './open-audit-log.ts'
import { FileSink } from './sinks.ts'
import { verifyFile } from './verify.ts'

const quiet = (): void => undefined
const actor = { requestId: 'r', caller: undefined, address: '' }
const write = {
  context: 'test',
  verb: 'patch',
  resource: 'deployments.apps',
  name: 'web',
  before: undefined,
} as const

describe('openAuditLog', () => {
  let folder: string
  let keyFile: string
  let warnings: string[]
  const log = {
    error: quiet,
    warn: (message: string) => void warnings.push(message),
    info: quiet,
    debug: quiet,
  }
  const file = () => join(folder, 'trail', readdirSync(join(folder, 'trail'))[0] ?? '')
  const open = () =>
    openAuditLog(
      { auditKeyFile: keyFile, auditFolder: join(folder, 'trail'), auditRequired: true },
      { output: new PassThrough().resume(), log, clock: () => 0, time: new ManualClock() },
    )

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'audit-'))
    mkdirSync(join(folder, 'trail'))
    keyFile = join(folder, 'key')
    writeFileSync(keyFile, 'a key of sixteen bytes or more\n')
    warnings = []
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('notes the unfinished line of a process that was killed, and the log verifies with a warning', async () => {
    const first = await open()
    await first.recordWrite(actor)(write)
    await first.recordWrite(actor)(write)
    const { head } = first
    const text = readFileSync(file(), 'utf8')
    await first.close()
    writeFileSync(file(), text.slice(0, -10))
    const second = await open()
    await second.recordWrite(actor)(write)
    expect(second.recent().map(({ event }) => event)).to.deep.equal(['write', 'unfinished-lines'])
    const offset = text.indexOf('\n') + 1
    expect(second.recent()[1]?.unfinished).to.deep.equal({
      lines: 1,
      bytes: text.length - 10 - offset,
      offset,
    })
    expect(warnings).to.deep.equal(['the audit file ends in unfinished lines of an earlier process'])
    await second.close()
    expect((await verifyFile(file(), keyFile)).sentence).to.match(/^4 lines verified, 1 warning; head/)
    const { whole } = await verifyFile(file(), keyFile, [head])
    expect(whole, 'the line that was cut is known to be missing').to.equal(false)
  })

  it('notes it before the next entry if there was no room for the note', async () => {
    writeFileSync(join(folder, 'cut.jsonl'), 'cut')
    const sink = await FileSink.open(join(folder, 'cut.jsonl'))
    let full = true
    const trail = new AuditLog({
      key: Buffer.from('a key of sixteen bytes or more'),
      sink: {
        get unfinished() {
          return sink.unfinished
        },
        write: async (line) => {
          if (full) throw new Error('ENOSPC')
          await sink.write(line)
        },
        close: () => sink.close(),
      },
      copy: undefined,
      previous: '',
      required: true,
      log,
      clock: () => 0,
      time: new ManualClock(),
    })
    await trail.noteUnfinishedLines()
    full = false
    await trail.recordWrite(actor)(write)
    await trail.close()
    const { whole, sentence } = await verifyFile(join(folder, 'cut.jsonl'), keyFile)
    expect([whole, sentence]).to.deep.equal([true, `3 lines verified, 1 warning; head ${trail.head}`])
  })

  it('ends with an entry that says so, unless it has no other', async () => {
    const first = await open()
    await first.close()
    expect(readFileSync(file(), 'utf8')).to.equal('')
    const second = await open()
    await second.recordWrite(actor)(write)
    await second.close()
    expect(second.recent().map(({ event }) => event)).to.deep.equal(['closed', 'write'])
    const { findings } = await verifyFile(file(), keyFile)
    expect(findings).to.deep.equal([])
  })
})

import { readFile, stat, writeFile } from 'node:fs/promises'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Log } from '../../telemetry/log.ts'
import { closeAfterwards } from '../../testing/fixtures.ts'
import { ManualClock } from '../../testing/manual-time.ts'
import { createKeyFile, KeyFile, noKeys, temporaryKeys } from './seal-keys.ts'

const [A, B] = ['first key of the test'.repeat(2), 'second key of the test'.repeat(2)]

describe('the file of seal keys', () => {
  let path: string
  let warnings: string[]
  let log: Log

  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), 'seal-keys-'))
    closeAfterwards('a folder', () => rmSync(folder, { recursive: true, force: true }))
    path = join(folder, 'keys')
    warnings = []
    const warn = (_message: string, fields: object = {}): void => void warnings.push(JSON.stringify(fields))
    log = { warn, error: warn, info: () => undefined, debug: () => undefined }
  })

  const openFile = async (time = new ManualClock()) => {
    const keys = await KeyFile.open(path, { time, log })
    closeAfterwards('a key file', () => keys.stop())
    return keys
  }

  it('has one key a line, in order', async () => {
    await writeFile(path, `${A}\n${B}\n`)
    const { current } = await openFile()
    expect(current).to.have.length(2)
    await writeFile(path, `${B}\r\n${A}`)
    const swapped = await openFile()
    expect(swapped.current.map(({ id }) => id)).to.deep.equal(current.map(({ id }) => id).toReversed())
  })

  it('has no key while the file is missing or empty, without a warning, and the key once there is one', async () => {
    const time = new ManualClock()
    const keys = await openFile(time)
    expect(keys.current).to.deep.equal([])
    await writeFile(path, '\n')
    await keys.refresh()
    expect(keys.current).to.deep.equal([])
    await writeFile(path, A)
    time.turn(5000)
    await keys.refresh()
    expect(keys.current).to.have.length(1)
    expect(warnings).to.deep.equal([])
  })

  it('keeps its keys when the file becomes unusable or empty, and reports a short key once, without it', async () => {
    await writeFile(path, A)
    const keys = await openFile()
    const before = keys.current
    for (const content of ['', 'short', `${A}\nshort\n`]) {
      await writeFile(path, content)
      await keys.refresh()
      await keys.refresh()
      expect(keys.current).to.deep.equal(before)
    }
    expect(warnings).to.deep.equal([
      JSON.stringify({ file: path, reason: 'a key is shorter than 32 characters' }),
    ])
  })

  it('gets a random key once, and only its owner can read it', async () => {
    await createKeyFile(path)
    const content = await readFile(path, 'utf8')
    expect(content).to.match(/^[\w-]{43}\n$/)
    expect((await stat(path)).mode & 0o777).to.equal(0o600)
    await createKeyFile(path)
    expect(await readFile(path, 'utf8')).to.equal(content)
    expect((await openFile()).current).to.have.length(1)
  })

  it('has an alternative for the demo, with a key of its own, and one without keys', async () => {
    expect(temporaryKeys().current[0]?.id).to.not.equal(temporaryKeys().current[0]?.id)
    expect(noKeys().current).to.deep.equal([])
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { UnavailableError } from '../../../core/errors.ts'
import type { Log } from '../../../telemetry/log.ts'
import { closeAfterwards } from '../../../testing/fixtures.ts'
import { EVERYONE } from '../record-store.ts'
import { FileStore, StateFileError } from './file-store.ts'
import { describeStore } from './store-contract.ts'

const { signal } = new AbortController()
const record = { user: EVERYONE, subject: '', plain: { pins: ['/pods'] }, sealed: {} }
const quiet = (): void => undefined
const silent: Log = { error: quiet, warn: quiet, info: quiet, debug: quiet }

let path: string
let store: FileStore | undefined

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'))
  closeAfterwards('a folder', () => rmSync(folder, { recursive: true, force: true }))
  path = join(folder, 'cluster-inspector', 'state.json')
  store = undefined
})

/** Opens the file; closes the store that had it. */
async function openFile(log = silent): Promise<FileStore> {
  await store?.close()
  const opened = await FileStore.open(path, log)
  closeAfterwards('a store', () => opened.close())
  store = opened
  return opened
}

describeStore('the record store in a file', { open: openFile, reopen: openFile })

describe('the file of settings', () => {
  const files = async () => (await readdir(join(path, '..'))).toSorted()
  const failure = (attempt: Promise<unknown>) => attempt.catch((error: unknown) => error)

  it('can be read by its owner only, in a folder of which the same is true', async () => {
    await (await openFile()).write(EVERYONE, record, undefined, signal)
    expect((await stat(path)).mode & 0o777).to.equal(0o600)
    expect((await stat(join(path, '..'))).mode & 0o777).to.equal(0o700)
  })

  it('leaves nothing beside it but the lock, which goes at the end', async () => {
    await (await openFile()).write(EVERYONE, record, undefined, signal)
    expect(await files()).to.deep.equal(['state.json', 'state.json.lock'])
    await store?.close()
    expect(await files()).to.deep.equal(['state.json'])
  })

  it('removes what a crash in the middle of a write has left', async () => {
    await (await openFile()).write(EVERYONE, record, undefined, signal)
    await writeFile(`${path}.0123456789ab`, '{"records":')
    await writeFile(`${path}.keys`, 'a key')
    await openFile()
    expect(await files()).to.deep.equal(['state.json', 'state.json.keys', 'state.json.lock'])
    expect(await store?.read(EVERYONE, signal)).to.deep.include({ record })
  })

  it('rejects a file that it did not write, leaves it as it is, and releases the lock', async () => {
    await openFile()
    await store?.close()
    for (const content of [
      '',
      '{"records":',
      '[]',
      '{}',
      '{"records":[]}',
      '{"records":{"everyone":{}}}',
      '{"records":{"everyone":{"version":"x","user":"everyone"}}}',
      '{"records":{"__proto__":{"version":"1","user":"everyone"}}}',
    ]) {
      await writeFile(path, content)
      expect(await failure(FileStore.open(path, silent)), content).to.be.instanceOf(StateFileError)
      expect(await readFile(path, 'utf8')).to.equal(content)
      expect(await files()).to.deep.equal(['state.json'])
    }
  })

  it('rejects a write that the disk refuses, with the reason in the log, and keeps the state [F24]', async () => {
    const warnings: object[] = []
    const open = await openFile({ ...silent, warn: (_message, fields = {}) => void warnings.push(fields) })
    const version = await open.write(EVERYONE, record, undefined, signal)
    await rm(path)
    await mkdir(path)
    expect(await failure(open.write(EVERYONE, { ...record, plain: {} }, version, signal))).to.be.instanceOf(
      UnavailableError,
    )
    expect(JSON.stringify(warnings)).to.include('EISDIR')
    expect(await files()).to.deep.equal(['state.json', 'state.json.lock'])
    expect(await open.read(EVERYONE, signal)).to.deep.equal({ record, version })
  })

  it('rejects writes once its lock is gone, since another process may have the file', async () => {
    const open = await openFile()
    const version = await open.write(EVERYONE, record, undefined, signal)
    await rm(`${path}.lock`)
    expect(await failure(open.write(EVERYONE, { ...record, plain: {} }, version, signal))).to.be.instanceOf(
      UnavailableError,
    )
    expect(await readFile(path, 'utf8')).to.include('/pods')
  })

  it('finishes the writes that were begun before its end', async () => {
    const open = await openFile()
    const writing = open.write(EVERYONE, record, undefined, signal)
    await open.close()
    const version = await writing
    expect(await (await openFile()).read(EVERYONE, signal)).to.deep.equal({ record, version })
  })
})

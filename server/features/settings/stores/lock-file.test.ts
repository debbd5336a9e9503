import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { closeAfterwards } from '../../../testing/fixtures.ts'
import { LockedError, LockFile } from './lock-file.ts'

/** The number of a process that has ended. */
const ended = spawnSync(process.execPath, ['--version']).pid

describe('the lock file of settings', () => {
  let folder: string
  let path: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lock-'))
    closeAfterwards('a folder', () => rmSync(folder, { recursive: true, force: true }))
    path = join(folder, 'state.json.lock')
  })

  const take = async () => {
    const lock = await LockFile.take(path)
    closeAfterwards('a lock', () => lock.release())
    return lock
  }
  const failure = async () => take().catch((error: unknown) => error)
  const ownerIn = async () => JSON.parse(await readFile(path, 'utf8')) as { pid: number; started?: string }

  it('excludes a second owner, and says which process has it', async () => {
    await take()
    const error = await failure()
    expect(error).to.be.instanceOf(LockedError)
    expect(error).to.have.property('message').that.includes(`process ${process.pid}`).and.includes(path)
  })

  it('can be taken again after its release', async () => {
    await (await take()).release()
    expect(await readdir(folder)).to.deep.equal([])
    expect(await (await take()).isOwn()).to.equal(true)
  })

  it('takes over from a process that has ended', async () => {
    await writeFile(path, JSON.stringify({ pid: ended }))
    expect(await (await take()).isOwn()).to.equal(true)
    expect(await ownerIn()).to.include({ pid: process.pid })
    expect(await readdir(folder)).to.deep.equal(['state.json.lock'])
  })

  it('takes over from a process whose number another one has now', async function () {
    await take()
    const { started } = await ownerIn()
    // Without /proc, only the number tells.
    if (started === undefined) return this.skip()
    await writeFile(path, JSON.stringify({ pid: process.pid, started: '1' }))
    expect(await (await take()).isOwn()).to.equal(true)
    expect(await ownerIn()).to.include({ pid: process.pid, started })
  })

  it('takes over a file that names no process', async () => {
    for (const content of ['', 'x', '{}', 'null', '{"pid":"1"}']) {
      await writeFile(path, content)
      await (await take()).release()
    }
  })

  it('has one owner when several take over at about the same time', async () => {
    for (let round = 0; round < 60; round++) {
      await writeFile(path, JSON.stringify({ pid: ended }))
      const results = await Promise.allSettled(
        Array.from({ length: 4 }, async (_, n) => {
          for (let turn = 0; turn < n * (round % 7); turn++) await nextTurn()
          return LockFile.take(path)
        }),
      )
      const owners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      expect(owners).to.have.length(1)
      expect(await owners[0]?.isOwn()).to.equal(true)
      expect(await readdir(folder)).to.deep.equal(['state.json.lock'])
      await rm(path)
    }
  })

  it('takes over although a process was killed while it took over', async () => {
    await writeFile(path, JSON.stringify({ pid: ended }))
    await writeFile(`${path}.takeover`, JSON.stringify({ pid: ended }))
    expect(await (await take()).isOwn()).to.equal(true)
    expect(await readdir(folder)).to.deep.equal(['state.json.lock'])
  })

  it('notices that its file was removed or replaced, and does not remove the file of another', async () => {
    const lock = await take()
    await rm(path)
    expect(await lock.isOwn()).to.equal(false)
    await writeFile(path, '{"pid":1}')
    expect(await lock.isOwn()).to.equal(false)
    await lock.release()
    expect(await ownerIn()).to.deep.equal({ pid: 1 })
  })
})

import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'

const { O_CREAT, O_EXCL, O_SYNC, O_WRONLY } = constants

/** Replaces a file atomically, even in a crash: readers see the old content or the new one. `mode` is that of the new file. */
export async function writeAtomically(path: string, content: string, mode = 0o640): Promise<void> {
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  try {
    // Each write waits for the disk: Node's permission model, which the image uses, does not allow fsync.
    const file = await open(aside, O_WRONLY | O_CREAT | O_EXCL | O_SYNC, mode)
    try {
      await file.writeFile(content)
    } finally {
      await file.close()
    }
    await rename(aside, path)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}

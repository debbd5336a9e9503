import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeAfterwards } from '../../server/testing/fixtures.ts'

/** Makes a folder that is removed after the test, or after the file of the `before` hook. */
export function openFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  closeAfterwards('a folder', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

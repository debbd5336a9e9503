import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'

/**
 * Returns the path of a command: itself if it is absolute, else an executable file in a folder of PATH. Undefined if there
 * is none. Relative folders of PATH are ignored, as by Go's exec.LookPath.
 */
export async function findProgram(command: string, path: string | undefined): Promise<string | undefined> {
  if (isAbsolute(command)) return (await isExecutable(command)) ? command : undefined
  for (const folder of (path ?? '').split(delimiter)) {
    const candidate = join(folder, command)
    if (isAbsolute(folder) && (await isExecutable(candidate))) return candidate
  }
  return undefined
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

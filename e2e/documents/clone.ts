import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openFolder } from '../support/folder.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** Copies the files of the repository to a new folder, with links to the installed packages. */
export function freshClone(): string {
  const folder = openFolder('clone')
  for (const path of repositoryFiles('.')) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(ROOT, path), join(folder, path))
  }
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '.installed')
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  // Newer than the lock file, so that make does not install anything.
  writeFileSync(join(folder, 'node_modules', '.installed'), '')
  return folder
}

/** Returns the paths of the files that git tracks or would track. */
export function repositoryFiles(pattern: string): string[] {
  const list = ['ls-files', '-co', '--exclude-standard', pattern]
  const paths = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)
  return paths.filter((path) => existsSync(join(ROOT, path)))
}

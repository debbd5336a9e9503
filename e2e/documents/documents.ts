import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { repositoryFiles } from './clone.ts'
import { outputPattern, SERVER_LOG, stepsOf, type Place, type Step } from './commands.ts'
import { fences } from './markdown.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** An error of the API, which a document would have to show. */
const PROBLEM = /"code":"[A-Z_]+"/

export interface CommandDocument {
  readonly path: string
  readonly steps: readonly Step[]
}

/** Returns the documents with commands of a place, with these commands. */
export function commandDocuments(place: Place): CommandDocument[] {
  return repositoryFiles('*.md')
    .map((path) => ({ path, steps: stepsOf(fences(readFileSync(join(ROOT, path), 'utf8')), place) }))
    .filter(({ steps }) => steps.length > 0)
}

/** Throws unless every block succeeded, with the output that the document shows. */
export function expectOutputs(
  { path, steps }: CommandDocument,
  outputs: readonly string[],
  folder: string,
): void {
  for (const [at, { line, output, serves }] of steps.entries()) {
    const found = outputs[at] ?? ''
    const log = serves || outputs.length <= steps.length ? readLog(folder) : ''
    expect(outputs.length, `${path}:${line} fails: ${found} ${log}`).to.be.greaterThan(at + 1)
    if (output === undefined) expect(found, `${path}:${line}`).not.to.match(PROBLEM)
    else expect(outputPattern(output).test(found), `${path}:${line} prints: ${found}`).to.equal(true)
  }
}

function readLog(folder: string): string {
  const log = join(folder, SERVER_LOG)
  return existsSync(log) ? readFileSync(log, 'utf8').slice(-2000) : ''
}

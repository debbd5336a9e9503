import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { openFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { outputPattern, runSteps, stepsOf } from './commands.ts'
import { fences } from './markdown.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** An error of the API, which a document would have to show. */
const PROBLEM = /"code":"[A-Z_]+"/

/** Copies the files of the repository to a new folder, with links to the installed packages. */
function freshClone(): string {
  const folder = openFolder('clone')
  for (const path of filesOf('.')) {
    if (!existsSync(join(ROOT, path))) continue
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

function filesOf(pattern: string): string[] {
  const list = ['ls-files', '-co', '--exclude-standard', pattern]
  return execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)
}

describe('commands in documents', function () {
  this.timeout(120_000)
  const documents = filesOf('*.md')
    .filter((path) => existsSync(join(ROOT, path)))
    .map((path) => ({ path, steps: stepsOf(fences(readFileSync(join(ROOT, path), 'utf8'))) }))
    .filter(({ steps }) => steps.length > 0)

  it('exist in the documents of a user without a cluster', () => {
    expect(documents.map(({ path }) => path)).to.include.members(['README.md', 'server/audit/README.md'])
  })

  for (const { path, steps } of documents)
    it(`succeed in a fresh clone, with the output shown: ${path}`, async () => {
      const folder = freshClone()
      const outputs = await runSteps(steps, {
        folder,
        port: await freePort(),
        metricsPort: await freePort(),
      })
      for (const [at, { line, output, serves }] of steps.entries()) {
        const found = outputs[at] ?? ''
        const log = serves || outputs.length <= steps.length ? readLog(folder) : ''
        expect(outputs.length, `${path}:${line} fails: ${found} ${log}`).to.be.greaterThan(at + 1)
        if (output === undefined) expect(found, `${path}:${line}`).not.to.match(PROBLEM)
        else expect(found, `${path}:${line}`).to.match(outputPattern(output))
      }
    })
})

function readLog(folder: string): string {
  const log = join(folder, 'server.log')
  return existsSync(log) ? readFileSync(log, 'utf8').slice(-2000) : ''
}

describe('commands.ts', () => {
  it('reads the blocks that need no cluster, with their output', () => {
    const text = ['```sh serve', 'a', '```', '```json output', '{}', '```', '```sh cluster', 'b', '```'].join(
      '\n',
    )
    expect(stepsOf(fences(text))).to.deep.equal([
      { code: 'a', serves: true, streams: false, output: '{}', line: 1 },
    ])
  })

  it('ends at the first block that fails', async () => {
    const step = { serves: false, streams: false, output: undefined, line: 1 }
    const steps = [
      { ...step, code: 'echo one' },
      { ...step, code: 'false' },
      { ...step, code: 'echo two' },
    ]
    const outputs = await runSteps(steps, { folder: openFolder('blocks'), port: 1, metricsPort: 2 })
    expect(outputs).to.deep.equal(['one\n\n', ''])
  })

  it('compares output, with … for any text', () => {
    expect('{"a":1,"b":2}\n').to.match(outputPattern('{"a":…,"b":2}'))
    expect('{"a":1,"b":3}\n').not.to.match(outputPattern('{"a":…,"b":2}'))
    expect('{"a":1,"b":2} more').not.to.match(outputPattern('{"a":1,"b":2}'))
    expect('{"a":1,"b":2} more').to.match(outputPattern('{"a":1…'))
  })
})

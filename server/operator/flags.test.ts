import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'

const SERVER = join(import.meta.dirname, '..')
const run = promisify(execFile)

describe('the flags of operate', () => {
  it('have one row each in the document of the operator', async () => {
    const { stdout } = await run(process.execPath, [join(SERVER, 'main.ts'), 'operate', '--help'])
    const flags = [...stdout.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag)
    const document = readFileSync(join(SERVER, 'operator', 'README.md'), 'utf8')
    const rows = [...document.matchAll(/^\| `(--[a-z-]+)` \|/gm)].map(([, flag]) => flag)
    expect(rows).to.have.length.above(10)
    expect(rows).to.deep.equal(flags)
  })
})

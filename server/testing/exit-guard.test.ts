import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { closeAfterwards } from './fixtures.ts'

const here = (name: string) => join(import.meta.dirname, name)

/** Runs mocha on one file with this content; answers its exit code and all that it said. */
async function run(content: string): Promise<{ code: number; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'exit-guard-'))
  closeAfterwards('the folder', () => rmSync(folder, { recursive: true }))
  const file = join(folder, 'sample.test.ts')
  writeFileSync(file, `import { createServer } from 'node:net'\n${content}`)
  const mocha = join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'mocha')
  const flags = ['--no-config', '--require', here('exit-guard.ts'), file]
  const child = spawn(process.execPath, [mocha, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] })
  closeAfterwards('mocha', () => child.kill('SIGKILL'))
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await once(child, 'exit')) as [number]
  return { code, output: (await said).join('') }
}

describe('a run of mocha', function () {
  this.timeout(30_000)

  it('ends with a failure that names the server which a passing test left open', async () => {
    const { code, output } = await run(
      `it('leaks', () => new Promise((resolve) => createServer().listen(0, '127.0.0.1', resolve)))`,
    )
    expect(code).to.equal(1)
    expect(output).to.match(/1 passing/)
    expect(output).to.match(/kept alive by a server at \{"address":"127\.0\.0\.1".+\} \(since: leaks\)/)
  })

  it('ends at once after a failing test, whose fixtures are closed', async () => {
    const { code, output } = await run(`import { closeAfterwards } from '${here('fixtures.ts')}'
      it('fails', async () => {
        const server = createServer()
        closeAfterwards('a server', () => server.close())
        await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
        throw new Error('as it should')
      })`)
    expect(code).to.equal(1)
    expect(output)
      .to.match(/1 failing/)
      .and.not.include('kept alive')
  })
})

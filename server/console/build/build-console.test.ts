import { globSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { buildConsole } from './build-console.ts'
import { describeApi } from './describe-api.ts'

const MAX_BYTES = 120_000

describe('the build of the console', () => {
  let folder: string
  let all: string[]
  let files: string[]
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cluster-inspector-console-'))
    await buildConsole(folder, describeApi())
    all = await readdir(folder)
    files = all.filter((file) => !/\.(br|gz)$/.test(file)).toSorted()
  })
  after(() => rm(folder, { recursive: true }))

  it('writes a page, a script and a stylesheet with hashes in their names', () => {
    expect(files.map((file) => file.replace(/\.[0-9a-f]{12}\./, '.<hash>.'))).to.have.members([
      'console.<hash>.css',
      'console.<hash>.js',
      'index.html',
    ])
  })

  it('writes each file compressed too', async () => {
    for (const file of files) {
      const contents = await readFile(join(folder, file))
      expect(gunzipSync(await readFile(join(folder, `${file}.gz`)))).to.deep.equal(contents)
      expect(brotliDecompressSync(await readFile(join(folder, `${file}.br`)))).to.deep.equal(contents)
    }
    expect(all).to.have.length(3 * files.length)
  })

  it('takes at most 120 kB when it is compressed', async () => {
    const sizes = await Promise.all(
      files.map(async (file) => (await readFile(join(folder, `${file}.gz`))).length),
    )
    expect(sizes.reduce((sum, size) => sum + size)).to.be.lessThan(MAX_BYTES)
  })

  it('has a page that loads its own files alone, without inline scripts and styles', async () => {
    const html = await readFile(join(folder, 'index.html'), 'utf8')
    for (const file of files.filter((name) => name !== 'index.html'))
      expect(html).to.include(`"/console/${file}"`)
    expect(html).to.not.match(/<script>|<style|style=|https?:/)
  })

  it('sets no markup from texts', async () => {
    const sources = globSync('server/console/page/**/*.{ts,tsx}')
    expect(sources.length).to.be.greaterThan(15)
    for (const source of sources)
      expect(await readFile(source, 'utf8'), source).to.not.match(/innerHTML|insertAdjacentHTML|\beval\(/i)
  })
})

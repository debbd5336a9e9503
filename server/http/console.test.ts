import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import express from 'express'
import { openServer } from '../testing/open-server.ts'
import { consolePage } from './console.ts'
import { attachContext } from './middleware/request-context.ts'

describe('the page at /', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cluster-inspector-page-'))
    await writeFile(join(folder, 'index.html'), '<title>Console</title>')
    const script = join(folder, 'console.0123456789ab.js')
    await writeFile(script, 'start()')
    await writeFile(`${script}.br`, brotliCompressSync('start() // br'))
    await writeFile(`${script}.gz`, gzipSync('start() // gzip'))
  })
  after(() => rm(folder, { recursive: true }))

  const get = async (enabled: boolean, from: string, path: string, encoding = 'identity') => {
    const app = express()
    app.use((_request, response, next) => {
      attachContext(response)
      next()
    })
    app.use(consolePage(enabled, from))
    const port = await openServer(createServer(app))
    return fetch(`http://127.0.0.1:${port}${path}`, {
      redirect: 'manual',
      headers: { 'accept-encoding': encoding },
    })
  }
  const redirect = ({ status, headers }: Response) => [status, headers.get('location')]

  it('redirects to the documentation if the console is disabled, and serves no file of it', async () => {
    expect(redirect(await get(false, folder, '/'))).to.deep.equal([302, '/docs'])
    expect((await get(false, folder, '/console/console.0123456789ab.js')).status).to.equal(404)
  })

  it('redirects to the documentation where the console was not built', async () => {
    expect(redirect(await get(true, join(folder, 'absent'), '/'))).to.deep.equal([302, '/docs'])
  })

  it('serves the console, whose files are kept and whose page is not', async () => {
    const page = await get(true, folder, '/')
    expect([await page.text(), page.headers.get('cache-control')]).to.deep.equal([
      '<title>Console</title>',
      'no-cache',
    ])
    const script = await get(true, folder, '/console/console.0123456789ab.js')
    expect([await script.text(), script.headers.get('cache-control')]).to.deep.equal([
      'start()',
      'public, max-age=31536000, immutable',
    ])
  })

  it('serves the smallest variant of a file that the client accepts', async () => {
    for (const [accepted, encoding, text] of [
      ['gzip, deflate, br', 'br', 'start() // br'],
      ['gzip', 'gzip', 'start() // gzip'],
      ['br;q=0, gzip', 'gzip', 'start() // gzip'],
      ['identity', null, 'start()'],
    ] as const) {
      const response = await get(true, folder, '/console/console.0123456789ab.js', accepted)
      const { headers } = response
      expect([headers.get('content-encoding'), await response.text()], accepted).to.deep.equal([
        encoding,
        text,
      ])
      expect(headers.get('vary'), accepted).to.include('Accept-Encoding')
      expect(headers.get('content-type'), accepted).to.include('text/javascript')
    }
    const page = await get(true, folder, '/', 'br')
    expect(page.headers.get('content-encoding')).to.equal(null)
    expect((await get(true, folder, '/console/console.0123456789ab.js.br')).status).to.equal(404)
  })
})

import { expect } from 'chai'
import { call } from '../support/http.ts'
import { openTarget, type Target } from '../support/target.ts'

describe('the console', () => {
  let target: Target
  before(async () => {
    target = await openTarget()
  })
  const get = (path: string) => call(target.api, 'GET', path)

  it('serves a page at / that may run and load its own files alone', async () => {
    const { status, headers, text } = await get('/?view=list&kind=pods')
    expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8'])
    expect(headers.get('cache-control')).to.equal('no-cache')
    expect(headers.get('content-security-policy'))
      .to.include("default-src 'none';script-src 'self';style-src 'self'")
      .and.not.include('unsafe')
    expect(text).to.not.match(/<script>|style=|https?:/)
  })

  it('serves the files that the page names, to keep for ever', async () => {
    const { text } = await get('/')
    const files = [...text.matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)].map((match) => match[1] ?? '')
    expect(files).to.have.length(2)
    for (const file of files) {
      const { status, headers } = await get(file)
      expect([status, headers.get('cache-control')], file).to.deep.equal([
        200,
        'public, max-age=31536000, immutable',
      ])
      expect(headers.get('content-type'), file).to.match(/^text\/(css|javascript)/)
    }
  })

  it('serves no other file of its folder', async () => {
    for (const path of [
      '/console/',
      '/console/index.html',
      '/console/main.js',
      '/console/%2e%2e/settings.ts',
    ])
      expect((await get(path)).status, path).to.equal(404)
  })
})

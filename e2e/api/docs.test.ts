import { expect } from 'chai'
import { streamKinds } from '../../server/stream/stream-kinds.ts'
import { call } from '../support/http.ts'
import { openTarget, type Target } from '../support/target.ts'

describe('the documentation', () => {
  let target: Target
  before(async () => {
    target = await openTarget()
  })
  const get = (path: string, headers?: Record<string, string>) =>
    call(target.api, 'GET', path, undefined, headers)

  it('serves a page of its own files that may run no others', async () => {
    const { status, headers, text } = await get('/docs')
    expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).to.include("script-src 'self'").and.not.include('unsafe')
    const files = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1] ?? '')
    expect(files).to.include.members(['/docs/start.js', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css'])
    for (const file of files) {
      const asset = await get(file)
      expect(asset.status, file).to.equal(200)
      expect(asset.headers.get('content-type'), file).to.match(
        /^(text\/(css|javascript|html)|application\/json)/,
      )
    }
    expect(text).to.not.match(/<script>|style=|https?:/)
  })

  it('has a live view, of files of its own too, that names every kind that is streamed', async () => {
    const { status, headers, text } = await get('/docs/live')
    expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).to.include("connect-src 'self'").and.not.include('unsafe')
    expect(text).to.not.match(/<script>|style=|https?:/)
    for (const file of ['/docs/live.js', '/docs/live.css']) {
      expect(text).to.include(`"${file}"`)
      expect((await get(file)).status, file).to.equal(200)
    }
    const { json } = await get('/docs/kinds.json')
    const kinds = streamKinds.map(({ plural: name, event, isDefault }) => ({ name, event, isDefault }))
    expect(json).to.deep.equal({ kinds })
  })

  it('has a page to sign in, of files of its own, whether that is set up or not', async () => {
    const { status, headers, text } = await get('/docs/sign-in')
    expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).to.include("connect-src 'self'").and.not.include('unsafe')
    expect(text).to.not.match(/<script>|style=|https?:/)
    const files = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1] ?? '')
    expect(files).to.include('/docs/sign-in.js')
    for (const file of files) expect((await get(file)).status, file).to.equal(200)
    expect((await get('/docs')).text).to.include('href="/docs/sign-in" hidden')
  })

  it('serves no other file', async () => {
    for (const path of [
      '/docs/',
      '/docs/../package.json',
      '/docs/%2e%2e/package.json',
      '/docs/absolute-path.js',
      '/docs/swagger-ui.js',
    ])
      expect((await get(path)).status, path).to.equal(404)
  })

  it('describes the API it belongs to, and says 304 to who knows', async () => {
    const { status, headers, json } = await get('/api/openapi.json')
    expect([status, json['openapi']]).to.deep.equal([200, '3.1.0'])
    expect(Object.keys(json['paths'] as object)).to.include('/api/pods/{name}/logs')
    const again = await get('/api/openapi.json', { 'if-none-match': headers.get('etag') ?? '' })
    expect([again.status, again.text]).to.deep.equal([304, ''])
    expect((await call(target.api, 'OPTIONS', '/api/openapi.json')).headers.get('allow')).to.equal(
      'GET, HEAD, OPTIONS',
    )
    expect((await call(target.api, 'POST', '/api/openapi.json', {})).status).to.equal(405)
  })
})

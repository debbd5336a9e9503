import { expect } from 'chai'
import { call } from '../support/http.ts'
import { openTarget, type Target } from '../support/target.ts'

describe('HTTP methods [H7]', () => {
  let target: Target
  before(async () => {
    target = await openTarget()
  })

  const get = (path: string, headers?: Record<string, string>) =>
    call(target.api, 'GET', path, undefined, headers)

  it('HEAD mirrors GET without a body [H7]', async () => {
    // Headers that differ between two responses to the same request. A HEAD response may omit Content-Length
    // (RFC 9110 §9.3.2).
    const own = new Set([
      'x-request-id',
      'x-cache-age-ms',
      'date',
      'connection',
      'keep-alive',
      'content-length',
      'transfer-encoding',
      'ratelimit',
    ])
    const shown = (headers: Headers) => [...headers].filter(([name]) => !own.has(name))
    const conditional = { 'if-none-match': '*' }
    for (const [path, wish] of [
      ['/api/pods?namespace=default', {}],
      ['/api/pods?namespace=default', conditional],
      ['/api/pods?namespace=..', {}],
      ['/api/nope', {}],
      ['/api/nodes', {}],
      ['/docs/', {}],
    ] as const) {
      const [head, full] = [await call(target.api, 'HEAD', path, undefined, wish), await get(path, wish)]
      expect([head.status, head.text], path).to.deep.equal([full.status, ''])
      expect(shown(head.headers), path).to.deep.equal(shown(full.headers))
    }
  })

  it('OPTIONS answers what is allowed, and nothing else does more [H7]', async () => {
    const options = await call(target.api, 'OPTIONS', '/api/pods/a/restart')
    expect([options.status, options.headers.get('allow')]).to.deep.equal([204, 'POST, OPTIONS'])
    expect((await call(target.api, 'OPTIONS', '/api/pods')).headers.get('allow')).to.equal(
      'GET, HEAD, OPTIONS',
    )
    for (const method of ['PUT', 'DELETE', 'PATCH', 'POST']) {
      const { status, headers, json } = await call(target.api, method, '/api/pods', {})
      expect([status, json['code'], headers.get('allow')], method).to.deep.equal([
        405,
        'METHOD_NOT_ALLOWED',
        'GET, HEAD, OPTIONS',
      ])
    }
    expect((await get('/api/pods/a/restart')).status).to.equal(405)
  })

  it('ignores method overrides and ranges [H7]', async () => {
    const overridden = await get('/api/pods?_method=DELETE', {
      'x-http-method-override': 'DELETE',
      'x-method-override': 'POST',
    })
    expect(overridden.status).to.equal(200)
    const whole = await get('/api/pods', { range: 'bytes=0-1' })
    expect([whole.status, whole.headers.get('content-range')]).to.deep.equal([200, null])
    expect(whole.json).to.have.property('pods')
    const restart = await call(target.api, 'GET', '/api/pods/a/restart', undefined, {
      'x-http-method-override': 'POST',
    })
    expect(restart.status).to.equal(405)
  })
})

import { expect } from 'chai'
import { checkDeclared } from './declared-responses.ts'

const contentType = 'application/json; charset=utf-8'
const body = (fields: object) => JSON.stringify({ error: 'not found', code: 'NOT_FOUND', ...fields })

describe('checkDeclared', () => {
  const check = (method: string, path: string, status: number, text: string, type: string = contentType) => {
    checkDeclared(method, path, { status, contentType: type, text })
  }

  it('accepts responses that the OpenAPI document declares', () => {
    check('GET', '/api/pods?namespace=shop', 200, '{}')
    check('GET', '/api/pods', 304, '')
    check('HEAD', '/api/pods/web', 404, '')
    check('GET', '/api/pods/web?namespace=shop', 404, body({ pod: 'web', namespace: 'shop' }))
    check('GET', '/api/pods/web/logs', 200, 'a line', 'text/plain; charset=utf-8')
  })

  it('accepts every response to a request that matches no declared route', () => {
    check('GET', '/api/unknown', 418, 'tea', 'text/plain')
    check('POST', '/api/pods', 405, '{}')
  })

  it('rejects an undeclared status', () => {
    expect(() => check('GET', '/api/pods?limit=1', 404, body({}))).to.throw(
      'GET /api/pods gave 404, which is not declared',
    )
  })

  it('rejects an undeclared media type', () => {
    expect(() => check('GET', '/api/pods', 200, 'a line', 'text/plain')).to.throw('as text/plain')
    expect(() => check('GET', '/api/pods', 500, '<html>', 'text/html')).to.throw('as text/html')
  })

  it('rejects an error with a code of another status, or without a required field', () => {
    expect(() => check('GET', '/api/pods/web', 404, body({ code: 'CONFLICT' }))).to.throw(
      'against its schema',
    )
    expect(() => check('GET', '/api/pods', 400, body({ code: 'BAD_REQUEST' }))).to.throw('issues')
  })
})

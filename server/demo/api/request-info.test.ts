import { expect } from 'chai'
import { invalidNameReason, targetOf } from './request-info.ts'

function target(method: string, url: string): Record<string, unknown> {
  const [path = '', search = ''] = url.split('?')
  return { ...targetOf(method, path, new URLSearchParams(search)) }
}

describe('demo request info', () => {
  for (const [method, url, expected] of [
    ['GET', '/api/v1/pods', { verb: 'list', group: '', resource: 'pods', namespace: '', name: '' }],
    ['GET', '/api/v1/pods?watch=1', { verb: 'watch' }],
    ['GET', '/api/v1/pods?watch=false', { verb: 'list' }],
    ['GET', '/api/v1/namespaces/n/pods/p', { verb: 'get', namespace: 'n', resource: 'pods', name: 'p' }],
    ['HEAD', '/api/v1/namespaces/n/pods/p', { verb: 'get' }],
    ['GET', '/api/v1/namespaces/n/pods/p/log', { verb: 'get', name: 'p', subresource: 'log' }],
    [
      'GET',
      '/api/v1/namespaces/n',
      { verb: 'get', namespace: 'n', resource: 'namespaces', name: 'n', nested: false },
    ],
    ['PUT', '/api/v1/namespaces/n/status', { resource: 'namespaces', name: 'n', subresource: 'status' }],
    ['GET', '/api/v1/namespaces/n/namespaces/m', { resource: 'namespaces', name: 'm', nested: true }],
    ['GET', '/api/v1/namespaces//pods', { verb: 'list', namespace: '', resource: 'pods' }],
    ['POST', '/apis/apps/v1/namespaces/n/deployments', { verb: 'create', group: 'apps', version: 'v1' }],
    ['DELETE', '/api/v1/namespaces/n/pods', { verb: 'deletecollection' }],
    ['PATCH', '/apis/apps/v1/namespaces/n/deployments/d', { verb: 'patch', name: 'd' }],
    ['BREW', '/api/v1/pods', { verb: '', resource: 'pods' }],
    ['GET', '/api/v1/pods?fieldSelector=metadata.name%3Dx', { verb: 'list', name: 'x', pathName: '' }],
    ['GET', '/api/v1/pods?fieldSelector=metadata.name%3D..', { name: '' }],
    ['GET', '/api/v1', { resource: undefined, verb: 'get', path: '/api/v1' }],
    ['GET', '/apis/apps/v1', { resource: undefined }],
    ['POST', '/version', { resource: undefined, verb: 'post' }],
  ] as const) {
    it(`reads ${method} ${url}`, () => {
      expect(target(method, url)).to.deep.include(expected)
    })
  }

  it('names that are no path segments', () => {
    expect(invalidNameReason('..')).to.equal("may not be '..'")
    expect(invalidNameReason('a/b%c')).to.equal("may not contain '/',may not contain '%'")
    expect(invalidNameReason('...')).to.equal(undefined)
  })
})

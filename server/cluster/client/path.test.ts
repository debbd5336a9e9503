import { expect } from 'chai'
import { deployments } from '../../kinds/deployments/kind.ts'
import { nodes } from '../../kinds/nodes/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { canExist, pathOf, UnsafePathError, urlOf } from './path.ts'

describe('paths to an API server', () => {
  it('builds paths from checked segments', () => {
    expect(pathOf({ kind: pods })).to.equal('/api/v1/pods')
    expect(pathOf({ kind: pods, namespace: 'shop' })).to.equal('/api/v1/namespaces/shop/pods')
    expect(pathOf({ kind: pods, namespace: 'shop', name: 'a.b', subresource: 'log' })).to.equal(
      '/api/v1/namespaces/shop/pods/a.b/log',
    )
    expect(pathOf({ kind: deployments, namespace: 'shop', name: 'web' })).to.equal(
      '/apis/apps/v1/namespaces/shop/deployments/web',
    )
    expect(pathOf({ kind: nodes, name: 'ip-10-0-0-1.ec2.internal' })).to.equal(
      '/api/v1/nodes/ip-10-0-0-1.ec2.internal',
    )
  })

  it('exist for no name or place that an object cannot have', () => {
    expect(canExist({ kind: pods, namespace: 'shop', name: 'web' })).to.equal(true)
    expect(canExist({ kind: pods }), 'a list of all namespaces').to.equal(true)
    expect(canExist({ kind: nodes, name: 'node-1' })).to.equal(true)
    for (const target of [
      { kind: pods, name: 'web' },
      { kind: pods, namespace: 'Shop', name: 'web' },
      { kind: pods, namespace: 'shop', name: 'a/b' },
    ])
      expect(canExist(target), JSON.stringify(target)).to.equal(false)
  })

  for (const name of [
    '',
    '.',
    '..',
    'a/b',
    'a%2Flog',
    '%2e%2e',
    'a?x',
    'a#b',
    'a\\b',
    'a\0',
    'A',
    '\u2024\u2024',
    'a'.repeat(254),
  ])
    it(`never hold ${JSON.stringify(name.slice(0, 12))}`, () => {
      expect(() => pathOf({ kind: pods, namespace: 'shop', name })).to.throw(UnsafePathError)
      expect(() => pathOf({ kind: pods, namespace: name, name: 'a' })).to.throw(UnsafePathError)
    })

  it('name no object without its namespace, no namespace where there is none, no subresource alone', () => {
    expect(() => pathOf({ kind: pods, name: 'a' })).to.throw(UnsafePathError)
    expect(() => pathOf({ kind: nodes, namespace: 'shop', name: 'a' })).to.throw(UnsafePathError)
    expect(() => pathOf({ kind: pods, namespace: 'shop', subresource: 'log' })).to.throw(UnsafePathError)
  })

  it('sends nothing if the URL parser would change the path [T6]', () => {
    const none = new URLSearchParams()
    const origin = 'https://10.0.0.1:6443'
    expect(
      urlOf(origin, '/k8s/clusters/c-1', '/api/v1/pods', new URLSearchParams({ limit: '5' })).href,
    ).to.equal('https://10.0.0.1:6443/k8s/clusters/c-1/api/v1/pods?limit=5')
    for (const path of [
      '/api/v1/../x',
      '/api/v1/pods/./x',
      '/api/v1/pods/%2e%2e/x',
      '/api/v1/pods?x=1',
      '/api/v1/pods#x',
      '/api\\v1',
    ])
      expect(() => urlOf(origin, '', path, none), path).to.throw(UnsafePathError)
  })
})

import { expect } from 'chai'
import type { Client } from './client.ts'
import { eventually } from './eventually.ts'
import { expectRefusal } from './expect.ts'
import { type Target, openTarget, serviceAccount } from './target.ts'

// target.ts describes how to run the suite on a real cluster.
describe('conformance: authentication and authorization', () => {
  let target: Target
  let reader: Client
  let username: string

  before(async () => {
    target = await openTarget()
    reader = await serviceAccount(target, 'reader', [
      { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] },
      { apiGroups: [''], resources: ['configmaps'], resourceNames: ['settings'], verbs: ['get'] },
      { apiGroups: ['apps'], resources: ['*'], verbs: ['get'] },
    ])
    username = `system:serviceaccount:${target.namespace}:reader`
    // The authorizer learns of a new binding through a watch, which takes a moment.
    await eventually(target.patience, async () => {
      const { status } = await reader.send('GET', `/api/v1/namespaces/${target.namespace}/pods`)
      return status === 200
    })
  })

  it('a token nobody issued: 401', async () => {
    const answer = await target.as('not-a-token').send('GET', '/api/v1/pods')
    expectRefusal(answer, { code: 401, reason: 'Unauthorized', message: 'Unauthorized' })
  })

  it('no token: 403 for system:anonymous', async () => {
    const answer = await target.as(undefined).send('GET', '/api/v1/pods')
    expectRefusal(answer, {
      code: 403,
      reason: 'Forbidden',
      message:
        'pods is forbidden: User "system:anonymous" cannot list resource "pods" in API group "" at the cluster scope',
      details: { kind: 'pods' },
    })
    expect(answer.headers['x-content-type-options']).to.equal('nosniff')
  })

  it('no token: version and health may be read, discovery may not', async () => {
    const anonymous = target.as(undefined)
    for (const path of ['/version', '/healthz', '/readyz', '/livez']) {
      expect((await anonymous.send('GET', path)).status, path).to.equal(200)
    }
    expectRefusal(await anonymous.send('GET', '/apis'), {
      code: 403,
      reason: 'Forbidden',
      message: 'forbidden: User "system:anonymous" cannot get path "/apis"',
      details: {},
    })
  })

  const denied: [string, string, (namespace: string) => string, string, object][] = [
    [
      'a list at the cluster scope',
      'GET',
      () => '/api/v1/nodes',
      'nodes is forbidden: {user} cannot list resource "nodes" in API group "" at the cluster scope',
      { kind: 'nodes' },
    ],
    [
      'a list in another namespace',
      'GET',
      () => '/api/v1/namespaces/default/pods',
      'pods is forbidden: {user} cannot list resource "pods" in API group "" in the namespace "default"',
      { kind: 'pods' },
    ],
    [
      'a watch',
      'GET',
      () => '/api/v1/pods?watch=1',
      'pods is forbidden: {user} cannot watch resource "pods" in API group "" at the cluster scope',
      { kind: 'pods' },
    ],
    [
      'a get of a name',
      'GET',
      (ns) => `/api/v1/namespaces/${ns}/secrets/x`,
      'secrets "x" is forbidden: {user} cannot get resource "secrets" in API group "" in the namespace "{namespace}"',
      { name: 'x', kind: 'secrets' },
    ],
    [
      'a subresource',
      'GET',
      (ns) => `/api/v1/namespaces/${ns}/pods/x/log`,
      'pods "x" is forbidden: {user} cannot get resource "pods/log" in API group "" in the namespace "{namespace}"',
      { name: 'x', kind: 'pods' },
    ],
    [
      'a list in an API group',
      'GET',
      (ns) => `/apis/apps/v1/namespaces/${ns}/deployments`,
      'deployments.apps is forbidden: {user} cannot list resource "deployments" in API group "apps" in the namespace "{namespace}"',
      { group: 'apps', kind: 'deployments' },
    ],
    [
      'a patch',
      'PATCH',
      (ns) => `/apis/apps/v1/namespaces/${ns}/deployments/web`,
      'deployments.apps "web" is forbidden: {user} cannot patch resource "deployments" in API group "apps" in the namespace "{namespace}"',
      { name: 'web', group: 'apps', kind: 'deployments' },
    ],
    [
      'a create, whatever the body',
      'POST',
      (ns) => `/api/v1/namespaces/${ns}/pods`,
      'pods is forbidden: {user} cannot create resource "pods" in API group "" in the namespace "{namespace}"',
      { kind: 'pods' },
    ],
    [
      'a delete of a collection',
      'DELETE',
      (ns) => `/api/v1/namespaces/${ns}/pods`,
      'pods is forbidden: {user} cannot deletecollection resource "pods" in API group "" in the namespace "{namespace}"',
      { kind: 'pods' },
    ],
    [
      'a list that names one object',
      'GET',
      () => '/api/v1/namespaces/default/pods?fieldSelector=metadata.name%3Dx',
      'pods "x" is forbidden: {user} cannot list resource "pods" in API group "" in the namespace "default"',
      { name: 'x', kind: 'pods' },
    ],
    [
      'a kind that does not exist',
      'GET',
      () => '/apis/nope.io/v1/x',
      'x.nope.io is forbidden: {user} cannot list resource "x" in API group "nope.io" at the cluster scope',
      { group: 'nope.io', kind: 'x' },
    ],
    [
      'a namespace that reads as markup',
      'GET',
      () => '/api/v1/namespaces/a%3Cb/pods',
      'pods is forbidden: {user} cannot list resource "pods" in API group "" in the namespace "a&lt;b"',
      { kind: 'pods' },
    ],
    ['a path', 'GET', () => '/nope', 'forbidden: {user} cannot get path "/nope"', {}],
    [
      'another name than the one allowed',
      'GET',
      (ns) => `/api/v1/namespaces/${ns}/configmaps/other`,
      'configmaps "other" is forbidden: {user} cannot get resource "configmaps" in API group "" in the namespace "{namespace}"',
      { name: 'other', kind: 'configmaps' },
    ],
  ]
  for (const [title, method, path, message, details] of denied) {
    it(`403: ${title}`, async () => {
      const body = method === 'POST' || method === 'PATCH' ? '{' : undefined
      const answer = await reader.send(method, path(target.namespace), body === undefined ? {} : { body })
      const said = message.replace('{user}', `User "${username}"`).replace('{namespace}', target.namespace)
      expectRefusal(answer, { code: 403, reason: 'Forbidden', message: said, details })
    })
  }

  it('allows what a Role allows: 404 for a missing object', async () => {
    const home = `/api/v1/namespaces/${target.namespace}`
    for (const path of [`${home}/configmaps/settings`, `${home}/pods/x`]) {
      expect((await reader.send('GET', path)).status, path).to.equal(404)
    }
    const { status } = await reader.send('GET', `/apis/apps/v1/namespaces/${target.namespace}/replicasets/x`)
    expect(status).to.equal(404)
  })

  it('a right that is taken away is gone', async () => {
    const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${target.namespace}`
    await target.admin.merge(`${rbac}/roles/reader`, {
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    })
    await eventually(target.patience, async () => {
      const { status } = await reader.send('GET', `/api/v1/namespaces/${target.namespace}/pods`)
      return status === 403
    })
  })
})

import { expect } from 'chai'
import { expectRefusal } from './expect.ts'
import { type Target, openTarget } from './target.ts'

const noResource = {
  code: 404,
  reason: 'NotFound',
  message: 'the server could not find the requested resource',
  details: {},
}
const noMethod = {
  code: 405,
  reason: 'MethodNotAllowed',
  message: 'the server does not allow this method on the requested resource',
  details: {},
}

describe('conformance: paths and methods', () => {
  let target: Target
  before(async () => {
    target = await openTarget()
  })

  for (const path of [
    '/nope',
    '/API/v1/pods',
    '/healthz/',
    '/apis/nope',
    '/apis/nope/v1',
    '/apis/nope.io/v1/x',
    '/apis/v1/pods',
  ]) {
    it(`GET ${path}: 404 as plain text`, async () => {
      const { status, text, headers } = await target.admin.send('GET', path)
      expect({ status, text }).to.deep.equal({ status: 404, text: '404 page not found\n' })
      expect(headers['content-type']).to.equal('text/plain; charset=utf-8')
      expect(headers['x-content-type-options']).to.equal('nosniff')
    })
  }

  for (const path of [
    '/api/v1/nope',
    '/api/v1/Pods',
    '/api/v1//pods',
    '/api/v1/deployments',
    '/api/v1/pods/a',
    '/apis/apps/v2',
    '/apis/apps/v1/pods',
    '/api/v1/namespaces/default/nope/x',
    '/api/v1/namespaces/default/nodes',
    '/api/v1/namespaces/default/namespaces/x',
    '/api/v1/namespaces/default/pods/x/nope',
    '/api/v1/namespaces/default/pods/x/log/more',
    '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews/x',
  ]) {
    it(`GET ${path}: 404 as a Status`, async () => {
      expectRefusal(await target.admin.send('GET', path), noResource)
    })
  }

  for (const [method, path] of [
    ['PUT', '/api/v1/namespaces/default/pods'],
    ['PATCH', '/api/v1/namespaces/default/pods'],
    ['OPTIONS', '/api/v1/namespaces/default/pods'],
    ['POST', '/api/v1/pods'],
    ['POST', '/api/v1/namespaces/default/pods/x'],
    ['POST', '/api/v1/namespaces/default/pods/x/log'],
    ['PUT', '/api/v1/nodes'],
    ['POST', '/version'],
    ['GET', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'],
  ] as const) {
    it(`responds 405 to ${method} ${path}`, async () => {
      expectRefusal(await target.admin.send(method, path), noMethod)
    })
  }

  it('HEAD of a list: 405 without a body', async () => {
    const { status, text } = await target.admin.send('HEAD', '/api/v1/namespaces/default/pods')
    expect({ status, text }).to.deep.equal({ status: 405, text: '' })
  })

  it('an Accept header that nothing satisfies: 406', async () => {
    const answer = await target.admin.send('GET', '/api/v1/namespaces/default/configmaps', {
      accept: 'text/plain',
    })
    expect(answer.status).to.equal(406)
    expect(answer.json.message).to.match(
      /^406: Not Acceptable\n\nAvailable representations: application\/json, /,
    )
  })

  it('health endpoints say ok, as text', async () => {
    for (const path of ['/healthz', '/readyz', '/livez']) {
      const { status, text, headers } = await target.admin.send('GET', path)
      expect([path, status, text]).to.deep.equal([path, 200, 'ok'])
      expect(headers['content-type']).to.equal('text/plain; charset=utf-8')
    }
  })

  it('/version names a release', async () => {
    const version = await target.admin.get('/version')
    expect(version).to.have.property('major', '1')
    expect(version)
      .to.have.property('gitVersion')
      .that.matches(/^v1\.\d+\.\d+/)
    expect(version).to.include.keys('minor', 'gitCommit', 'goVersion', 'platform')
  })

  it('discovery: versions, groups, and the resources of a group', async () => {
    const { admin } = target
    expect(await admin.get('/api')).to.deep.include({ kind: 'APIVersions', versions: ['v1'] })
    const { kind, groups } = await admin.get('/apis')
    expect(kind).to.equal('APIGroupList')
    const apps = { groupVersion: 'apps/v1', version: 'v1' }
    expect(groups).to.deep.include({ name: 'apps', versions: [apps], preferredVersion: apps })
    expect(await admin.get('/apis/apps/')).to.deep.include({
      kind: 'APIGroup',
      apiVersion: 'v1',
      name: 'apps',
    })
    const list = await admin.get('/apis/apps/v1')
    expect(list).to.deep.include({ kind: 'APIResourceList', apiVersion: 'v1', groupVersion: 'apps/v1' })
  })

  it('discovery: a resource with its verbs, short names and subresources', async () => {
    const { resources } = await target.admin.get('/api/v1')
    const named = (name: string): unknown => resources?.find((resource) => resource.name === name)
    expect(named('pods')).to.deep.include({
      singularName: 'pod',
      namespaced: true,
      kind: 'Pod',
      shortNames: ['po'],
      categories: ['all'],
      verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
    })
    expect(named('pods/log')).to.deep.equal({
      name: 'pods/log',
      singularName: '',
      namespaced: true,
      kind: 'Pod',
      verbs: ['get'],
    })
    expect(named('nodes')).to.deep.include({ namespaced: false, kind: 'Node' })
  })
})

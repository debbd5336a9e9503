import { expect } from 'chai'
import type { Client } from './client.ts'
import { eventually } from './eventually.ts'
import { expectRefusal } from './expect.ts'
import { type Target, openTarget, serviceAccount } from './target.ts'

const reviews = '/apis/authorization.k8s.io/v1'

describe('conformance: reviews', () => {
  let target: Target
  let reader: Client
  let username: string

  before(async () => {
    target = await openTarget()
    reader = await serviceAccount(target, 'reader', [
      { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] },
      { apiGroups: [''], resources: ['configmaps'], resourceNames: ['settings'], verbs: ['get'] },
      { apiGroups: ['apps'], resources: ['*'], verbs: ['get'] },
      { apiGroups: [''], resources: ['services/*'], verbs: ['get'] },
    ])
    username = `system:serviceaccount:${target.namespace}:reader`
    await eventually(target.patience, async () => {
      const { status } = await reader.send('GET', `/api/v1/namespaces/${target.namespace}/pods`)
      return status === 200
    })
  })

  const asked: [string, object, boolean][] = [
    ['list pods here', { verb: 'list', resource: 'pods', namespace: '{namespace}' }, true],
    ['list pods everywhere', { verb: 'list', resource: 'pods' }, false],
    [
      'get pods/log here',
      { verb: 'get', resource: 'pods', subresource: 'log', namespace: '{namespace}' },
      false,
    ],
    [
      'get the one config map',
      { verb: 'get', resource: 'configmaps', name: 'settings', namespace: '{namespace}' },
      true,
    ],
    ['get any config map', { verb: 'get', resource: 'configmaps', namespace: '{namespace}' }, false],
    [
      'get anything of apps',
      { verb: 'get', group: 'apps', resource: 'deployments', namespace: '{namespace}' },
      true,
    ],
    [
      'a subresource by half a wildcard',
      { verb: 'get', resource: 'services', subresource: 'proxy', namespace: '{namespace}' },
      false,
    ],
  ]
  for (const [title, attributes, allowed] of asked) {
    it(`SelfSubjectAccessReview: ${title}: ${allowed}`, async () => {
      const resourceAttributes: unknown = JSON.parse(
        JSON.stringify(attributes).replace('{namespace}', target.namespace),
      )
      const review = await reader.create(`${reviews}/selfsubjectaccessreviews`, {
        spec: { resourceAttributes },
      })
      expect(review).to.include({ kind: 'SelfSubjectAccessReview', apiVersion: 'authorization.k8s.io/v1' })
      expect(review.spec).to.deep.equal({ resourceAttributes })
      expect(review.status?.allowed).to.equal(allowed)
      const role = `of Role "reader" to ServiceAccount "reader/${target.namespace}"`
      const reason = `RBAC: allowed by RoleBinding "reader/${target.namespace}" ${role}`
      expect(review.status?.reason).to.equal(allowed ? reason : undefined)
    })
  }

  it('SelfSubjectAccessReview about nothing: 422', async () => {
    const answer = await reader.send('POST', `${reviews}/selfsubjectaccessreviews`, { body: { spec: {} } })
    expect(answer.status).to.equal(422)
    expect(answer.json.message).to.equal(
      '.authorization.k8s.io "" is invalid: spec.resourceAttributes: Invalid value: null: exactly one of ' +
        'nonResourceAttributes or resourceAttributes must be specified',
    )
  })

  it('SubjectAccessReview about another user', async () => {
    const resourceAttributes = { verb: 'list', resource: 'pods', namespace: target.namespace }
    const { admin } = target
    for (const [user, allowed] of [
      [username, true],
      ['nobody', false],
    ] as const) {
      const review = await admin.create(`${reviews}/subjectaccessreviews`, {
        spec: { user, resourceAttributes },
      })
      expect([user, review.status?.allowed]).to.deep.equal([user, allowed])
    }
  })

  it('SelfSubjectRulesReview names the rules of a namespace', async () => {
    const { status } = await reader.create(`${reviews}/selfsubjectrulesreviews`, {
      spec: { namespace: target.namespace },
    })
    expect(status?.incomplete).to.equal(false)
    expect(status?.resourceRules).to.deep.include({
      verbs: ['get', 'list', 'watch'],
      apiGroups: [''],
      resources: ['pods'],
    })
    expect(status?.nonResourceRules?.map(({ verbs }) => verbs)).to.deep.include(['get'])
  })

  it('SelfSubjectRulesReview without a namespace: 400', async () => {
    const answer = await reader.send('POST', `${reviews}/selfsubjectrulesreviews`, { body: { spec: {} } })
    expectRefusal(answer, { code: 400, reason: 'BadRequest', message: 'no namespace on request' })
  })

  it('SelfSubjectReview says who asks', async () => {
    const { status } = await reader.create('/apis/authentication.k8s.io/v1/selfsubjectreviews', {})
    expect(status?.userInfo?.username).to.equal(username)
    expect(status?.userInfo?.groups).to.deep.equal([
      'system:serviceaccounts',
      `system:serviceaccounts:${target.namespace}`,
      'system:authenticated',
    ])
  })

  it('TokenReview knows a token and refuses another', async () => {
    const path = '/apis/authentication.k8s.io/v1/tokenreviews'
    const account = `/api/v1/namespaces/${target.namespace}/serviceaccounts/reader/token`
    const request = await target.admin.create(account, { spec: {} })
    const { status } = await target.admin.create(path, { spec: { token: request.status?.token } })
    expect(status).to.deep.include({ authenticated: true })
    expect(status?.user?.username).to.equal(username)
    const other = await target.admin.create(path, { spec: { token: 'not-a-token' } })
    expect(other.status?.authenticated).to.equal(undefined)
    expect(other.status?.error).to.equal('invalid bearer token')
  })
})

import { expect } from 'chai'
import type { Attributes, Binding, Policy, PolicyRule, Role } from './rbac.ts'
import { decide, ruleAllows } from './rbac.ts'

function mayAccess(verb: string, path: string, namespace = 'shop', name = ''): Attributes {
  const [group = '', resource = '', subresource = ''] = path.split('/')
  return { verb, group, resource, subresource, namespace, name }
}

describe('demo RBAC rules', () => {
  const rule = (part: Partial<PolicyRule>): PolicyRule => ({ verbs: ['get'], apiGroups: [''], ...part })
  const cases: [string, PolicyRule, Attributes, boolean][] = [
    ['the resource', rule({ resources: ['pods'] }), mayAccess('get', '/pods'), true],
    ['another verb', rule({ resources: ['pods'] }), mayAccess('list', '/pods'), false],
    ['any verb', rule({ resources: ['pods'], verbs: ['*'] }), mayAccess('list', '/pods'), true],
    ['another group', rule({ resources: ['pods'] }), mayAccess('get', 'apps/pods'), false],
    ['any group', rule({ resources: ['pods'], apiGroups: ['*'] }), mayAccess('get', 'apps/pods'), true],
    [
      'a subresource is not its resource',
      rule({ resources: ['pods'] }),
      mayAccess('get', '/pods/log'),
      false,
    ],
    [
      'a resource is not its subresource',
      rule({ resources: ['pods/log'] }),
      mayAccess('get', '/pods'),
      false,
    ],
    ['the subresource', rule({ resources: ['pods/log'] }), mayAccess('get', '/pods/log'), true],
    ['any resource', rule({ resources: ['*'] }), mayAccess('get', '/pods/log'), true],
    ['a subresource of anything', rule({ resources: ['*/log'] }), mayAccess('get', '/pods/log'), true],
    ['half a wildcard is none', rule({ resources: ['pods/*'] }), mayAccess('get', '/pods/log'), false],
    [
      'the name',
      rule({ resources: ['pods'], resourceNames: ['a'] }),
      mayAccess('get', '/pods', 'x', 'a'),
      true,
    ],
    [
      'another name',
      rule({ resources: ['pods'], resourceNames: ['a'] }),
      mayAccess('get', '/pods', 'x', 'b'),
      false,
    ],
    [
      'no name where one is needed',
      rule({ resources: ['pods'], resourceNames: ['a'] }),
      mayAccess('get', '/pods'),
      false,
    ],
    ['a path', { verbs: ['get'], nonResourceURLs: ['/healthz'] }, { verb: 'get', path: '/healthz' }, true],
    ['paths below', { verbs: ['get'], nonResourceURLs: ['/api/*'] }, { verb: 'get', path: '/api/v1' }, true],
    ['a path is no resource', rule({ resources: ['*'] }), { verb: 'get', path: '/healthz' }, false],
  ]
  for (const [title, candidate, attributes, expected] of cases) {
    it(`decides ${expected}: ${title}`, () => {
      expect(ruleAllows(candidate, attributes)).to.equal(expected)
    })
  }
})

describe('demo RBAC bindings', () => {
  const role = (name: string): Role => ({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name },
    rules: [{ verbs: ['get'], apiGroups: [''], resources: [name] }],
  })
  const binding = (name: string, kind: string, subject: Binding['subjects']): Binding => ({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name },
    roleRef: { kind, name },
    ...(subject === undefined ? {} : { subjects: subject }),
  })
  const policy: Policy = {
    role: (namespace, name) => (namespace === 'shop' ? role(name) : undefined),
    clusterRole: role,
    roleBindings: (namespace) =>
      namespace === 'shop'
        ? [
            binding('pods', 'Role', [{ kind: 'User', name: 'ann' }]),
            binding('secrets', 'ClusterRole', [{ kind: 'ServiceAccount', name: 'bot', namespace: 'tools' }]),
            binding('events', 'Role', undefined),
          ]
        : [],
    clusterRoleBindings: () => [binding('nodes', 'ClusterRole', [{ kind: 'Group', name: 'ops' }])],
  }
  const user = (username: string, ...groups: string[]): { username: string; groups: string[] } => ({
    username,
    groups,
  })

  it('a RoleBinding holds in its namespace alone', () => {
    const because = 'RBAC: allowed by RoleBinding "pods/shop" of Role "pods" to User "ann"'
    expect(decide(policy, user('ann'), mayAccess('get', '/pods'))).to.equal(because)
    expect(decide(policy, user('ann'), mayAccess('get', '/pods', 'other'))).to.equal(undefined)
    expect(decide(policy, user('ann'), mayAccess('get', '/pods', ''))).to.equal(undefined)
    expect(decide(policy, user('bob'), mayAccess('get', '/pods'))).to.equal(undefined)
  })

  it('a ClusterRoleBinding holds everywhere', () => {
    const because = 'RBAC: allowed by ClusterRoleBinding "nodes" of ClusterRole "nodes" to Group "ops"'
    expect(decide(policy, user('zoe', 'ops'), mayAccess('get', '/nodes', ''))).to.equal(because)
    expect(decide(policy, user('zoe', 'ops'), mayAccess('get', '/nodes'))).to.equal(because)
  })

  it('a ServiceAccount is a user of its own namespace', () => {
    const because =
      'RBAC: allowed by RoleBinding "secrets/shop" of ClusterRole "secrets" to ServiceAccount "bot/tools"'
    expect(decide(policy, user('system:serviceaccount:tools:bot'), mayAccess('get', '/secrets'))).to.equal(
      because,
    )
    expect(decide(policy, user('system:serviceaccount:shop:bot'), mayAccess('get', '/secrets'))).to.equal(
      undefined,
    )
  })

  it('system:masters needs no rule', () => {
    expect(decide(policy, user('root', 'system:masters'), mayAccess('delete', '/anything'))).to.equal('')
  })
})

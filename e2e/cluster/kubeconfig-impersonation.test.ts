import { join } from 'node:path'
import { expect } from 'chai'
import { kubeconfigOf } from './environment/declared.ts'
import { apiServer, tokenOf } from './environment/identity.ts'
import { world } from './environment/world.ts'
import { serveKubeconfig, writeKubeconfig } from './kubeconfigs/serve-kubeconfig.ts'
import { useAsKubectl } from './kubeconfigs/use-as-user.ts'
import { openUserNamespace, type UserNamespace } from './kubeconfigs/user-namespace.ts'

const RBAC = 'rbac.authorization.k8s.io'
const GROUP = 'on-call-developers'
const acting = {
  as: 'jane@example.com',
  'as-uid': '4711',
  'as-groups': [GROUP, 'équipe de garde'],
  'as-user-extra': { reason: ['on call'], 'example.com/scopes': ['read', 'restart'] },
}

describe('a kubeconfig whose user impersonates another, on a real cluster', () => {
  const { kubectl, folder } = world()
  let namespace: UserNamespace
  let name: string

  before(async () => {
    // Only the impersonated group has rights in the namespace.
    namespace = await openUserNamespace({ kind: 'Group', name: GROUP })
    name = namespace.name
    const rule = (apiGroup: string, resource: string, resourceNames: string[]) => ({
      apiGroups: [apiGroup],
      resources: [resource],
      verbs: ['impersonate'],
      resourceNames,
    })
    await kubectl.apply(
      { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'impersonator', namespace: name } },
      {
        apiVersion: `${RBAC}/v1`,
        kind: 'ClusterRole',
        metadata: { name },
        rules: [
          rule('', 'users', [acting.as]),
          rule('', 'groups', acting['as-groups']),
          rule('authentication.k8s.io', 'uids', [acting['as-uid']]),
          rule('authentication.k8s.io', 'userextras/reason', ['on call']),
          rule('authentication.k8s.io', 'userextras/example.com/scopes', ['read', 'restart']),
        ],
      },
      {
        apiVersion: `${RBAC}/v1`,
        kind: 'ClusterRoleBinding',
        metadata: { name },
        roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name },
        subjects: [{ kind: 'ServiceAccount', name: 'impersonator', namespace: name }],
      },
    )
  })
  after(async () => {
    await kubectl.remove('clusterrole', name)
    await kubectl.remove('clusterrolebinding', name)
    await namespace.remove()
  })

  it('acts with the name, the groups, the UID and the extra fields of that user', async () => {
    const { url: server, ca } = await apiServer(kubectl)
    const token = await tokenOf(kubectl, name, 'impersonator')
    const kubeconfig = join(folder, 'impersonation')
    await writeKubeconfig(kubeconfig, kubeconfigOf({ server, ca, token }, {}, acting))
    const service = await serveKubeconfig(kubeconfig)
    expect(await useAsKubectl({ service, kubeconfig, namespace })).to.deep.equal({
      username: acting.as,
      uid: acting['as-uid'],
      groups: [...acting['as-groups'], 'system:authenticated'].toSorted(),
      extra: acting['as-user-extra'],
    })
  })
})

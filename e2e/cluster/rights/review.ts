import { rbacGroups, rightParts, type Right } from '../../../server/kinds/rbac-table.ts'
import { Kube } from '../../support/kube.ts'
import { until } from '../../support/until.ts'
import { ACCOUNT, NAMESPACE } from '../environment/release.ts'
import { world } from '../environment/world.ts'

const EVERY: readonly Right[] = Object.values(rbacGroups).flatMap((rights): readonly Right[] => rights)
export const USER = `system:serviceaccount:${NAMESPACE}:${ACCOUNT}`

/**
 * Waits until the API server grants the service exactly these rights, in a namespace or in the whole cluster.
 */
export async function rightsAre(granted: (right: Right) => boolean, namespace?: string): Promise<void> {
  const kube = new Kube(world().access)
  try {
    await until('the rights to have changed', async () => {
      for (const right of EVERY)
        if ((await allowed(kube, right, namespace)) !== granted(right)) return undefined
      return true
    })
  } finally {
    await kube.close()
  }
}

async function allowed(kube: Kube, right: Right, namespace: string | undefined): Promise<boolean> {
  const { verb, apiGroup, resource } = rightParts(right)
  const [plural, subresource] = resource.split('/')
  const answer = await kube.call('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    spec: {
      user: USER,
      groups: ['system:serviceaccounts', `system:serviceaccounts:${NAMESPACE}`, 'system:authenticated'],
      resourceAttributes: { verb, group: apiGroup, resource: plural, subresource, namespace },
    },
  })
  return (answer.body as { status: { allowed: boolean } }).status.allowed
}

interface Rule {
  verbs: string[]
  apiGroups?: string[]
  resources?: string[]
}

/**
 * Lists every right of an identity in a namespace and in the cluster, in the notation of the table of rights.
 */
export async function listedRights(own: Kube, namespace: string): Promise<string[]> {
  const answer = await own.call('POST', '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectRulesReview',
    spec: { namespace },
  })
  const { resourceRules } = (answer.body as { status: { resourceRules: Rule[] } }).status
  const rights = resourceRules.flatMap(({ verbs, apiGroups = [], resources = [] }) =>
    verbs.flatMap((verb) =>
      apiGroups.flatMap((group) => resources.map((resource) => `${verb} ${qualified(resource, group)}`)),
    ),
  )
  // Removes the rights that every identity has in every cluster: to review its own identity and rights.
  return rights.filter((right) => !/^create self|certificates\.k8s\.io$/.test(right)).sort()
}

function qualified(resource: string, group: string): string {
  const [plural = '', subresource] = resource.split('/')
  return (group === '' ? plural : `${plural}.${group}`) + (subresource === undefined ? '' : `/${subresource}`)
}

import { accessGroups, rightParts, type Right } from '../../../server/kube/access.ts'
import { Kube } from '../../target/kube.ts'
import { until } from '../../target/until.ts'
import { ACCOUNT, NAMESPACE } from '../cluster/release.ts'
import { world } from '../cluster/world.ts'

const EVERY: readonly Right[] = Object.values(accessGroups).flatMap((rights): readonly Right[] => rights)
export const USER = `system:serviceaccount:${NAMESPACE}:${ACCOUNT}`

/** Waits until the API server itself grants the service exactly these rights, in a namespace or in the whole cluster. */
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

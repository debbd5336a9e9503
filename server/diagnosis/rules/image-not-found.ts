import { replicaSets } from '../../kinds/replicasets/kind.ts'
import type { Pod } from '../../kinds/pods/model.ts'
import { definePodRule } from '../define-pod-rule.ts'
import type { Facts } from '../facts.ts'
import { failedPull } from '../image-pull.ts'
import { nameOfContainer } from '../ended-containers.ts'
import { controllerOf } from '../../cluster/read/ownership.ts'
import { inNamespaceOf, newestFirst } from '../owned-pods.ts'

export const imageNotFound = definePodRule({
  id: 'image-not-found',
  severity: 'critical',
  description: 'A container waits for an image that its registry does not have.',
  find: (pod, facts) => {
    const pull = failedPull(pod, 'not-found', facts)
    if (pull === undefined) return undefined
    const { container, image, evidence } = pull
    const inUse = imageInUse(pod, container.status.name, facts)
    return {
      title: `image ${image} does not exist`,
      message: `${nameOfContainer(container)} cannot start: the registry has no image ${image}.`,
      evidence,
      hint:
        inUse === undefined || inUse.image === image
          ? 'Correct the name or tag of the image, or push the image to its registry.'
          : `ReplicaSet ${inUse.replicaSet} runs ${inUse.image}: correct the name or tag of the image, or push the image to its registry.`,
      since: pod.metadata.creationTimestamp,
      confidence: 0.95,
      group: image,
    }
  },
})

/** Returns the image with which an older ReplicaSet of the same Deployment has ready Pods. */
function imageInUse(pod: Pod, container: string, facts: Facts) {
  return facts.optional(() => {
    const owner = controllerOf(pod.metadata)
    const own =
      owner?.kind === 'ReplicaSet' ? facts.get(replicaSets, owner.name, pod.metadata.namespace) : undefined
    const deployment = controllerOf(own?.metadata)
    if (own === undefined || deployment === undefined) return undefined
    const siblings = facts.list(replicaSets, { ...inNamespaceOf(pod), controlledBy: deployment.uid })
    for (const { metadata, spec, status } of newestFirst(siblings)) {
      const image = spec?.template?.spec?.containers?.find(({ name }) => name === container)?.image
      const isReady = (status?.readyReplicas ?? 0) > 0
      if (isReady && image !== undefined && metadata.uid !== own.metadata.uid)
        return { replicaSet: metadata.name, image }
    }
    return undefined
  })
}

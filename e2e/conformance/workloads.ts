import { eventually } from './eventually.ts'
import { itemsOf, present } from './expect.ts'
import type { KubeJson } from './kube.ts'
import type { Target } from './target.ts'

/**
 * Returns a container that runs a shell script. The demo cluster interprets `echo`, `sleep`, `exit` and an
 * endless loop at the end.
 */
export function container(name: string, image: string, script: string): object {
  return { name, image, command: ['sh', '-c', script] }
}

/** Creates a Pod with a short termination grace period. */
export async function createPod(target: Target, name: string, spec: object): Promise<KubeJson> {
  return target.admin.create(`/api/v1/namespaces/${target.namespace}/pods`, {
    metadata: { name, labels: { test: name } },
    spec: { terminationGracePeriodSeconds: 1, ...spec },
  })
}

/** Waits until a Pod satisfies a condition. */
export async function podWhen(
  target: Target,
  name: string,
  holds: (pod: KubeJson) => boolean,
): Promise<KubeJson> {
  return eventually(target.patience, async () => {
    const pod = await target.admin.get(`/api/v1/namespaces/${target.namespace}/pods/${name}`)
    return holds(pod) && pod
  })
}

/** Whether a Pod's Ready condition is True. */
export function isReady(pod: KubeJson): boolean {
  const ready = pod.status?.conditions?.find(({ type }) => type === 'Ready')
  return ready?.status === 'True'
}

/** Creates a Deployment of two idle Pods. */
export async function createDeployment(target: Target, name: string, spec: object = {}): Promise<KubeJson> {
  return target.admin.create(`/apis/apps/v1/namespaces/${target.namespace}/deployments`, {
    metadata: { name },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: {
          terminationGracePeriodSeconds: 1,
          containers: [container('main', target.image, 'while true; do sleep 1; done')],
        },
      },
      ...spec,
    },
  })
}

/** Waits until the current generation of a Deployment is rolled out. */
export async function rolledOut(target: Target, name: string): Promise<KubeJson> {
  return eventually(target.patience, async () => {
    const found = await target.admin.get(`/apis/apps/v1/namespaces/${target.namespace}/deployments/${name}`)
    const { metadata, spec, status } = found
    const progress = status?.conditions?.find(({ type }) => type === 'Progressing')
    const done =
      status?.observedGeneration === present(metadata?.generation, 'metadata.generation') &&
      progress?.reason === 'NewReplicaSetAvailable' &&
      (status.updatedReplicas ?? 0) === spec?.replicas &&
      (status.replicas ?? 0) === spec.replicas
    return done && found
  })
}

/** Lists the objects of a resource in the suite's namespace with this value of the label `app`. */
export async function labelled(target: Target, resource: string, app: string): Promise<KubeJson[]> {
  const prefix = resource === 'pods' ? '/api/v1' : '/apis/apps/v1'
  const path = `${prefix}/namespaces/${target.namespace}/${resource}?labelSelector=app%3D${app}`
  return itemsOf(await target.admin.get(path))
}

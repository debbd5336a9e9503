import type { KubeObject } from '../../support/kube.ts'
import { podTemplate } from './template.ts'
import { deploymentName, namespaceOf, PODS_OF_A_DEPLOYMENT, suffix, uidOf, type Shape } from './shape.ts'

const CREATED = '2026-09-21T10:00:00Z'
const ROLLED = '2026-11-02T08:16:10Z'

/** Returns the number of Deployments: the ones with Pods, then the ones scaled to zero. */
export function deploymentCount(shape: Shape): number {
  return shape.deployments * 2
}

/** Returns the namespace and name of a Deployment scaled to zero. */
export function idleDeployment(shape: Shape, index: number): { namespace: string; name: string } {
  const place = shape.deployments + (index % shape.deployments)
  return { namespace: namespaceOf(place % shape.namespaces), name: deploymentName(place) }
}

export function deploymentOf(shape: Shape, index: number): KubeObject {
  const { metadata, spec } = podTemplate(index)
  const replicas = replicasOf(shape, index)
  const name = deploymentName(index)
  const namespace = namespaceOf(index % shape.namespaces)
  const { labels } = metadata
  const body = {
    replicas,
    revisionHistoryLimit: 2,
    progressDeadlineSeconds: 600,
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
    selector: { matchLabels: { 'app.kubernetes.io/name': labels['app.kubernetes.io/name'] } },
    template: { metadata, spec },
  }
  const applied = JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: body,
  })
  const condition = (type: string, reason: string, message: string) => ({
    type,
    status: 'True',
    reason,
    message,
    lastUpdateTime: ROLLED,
    lastTransitionTime: ROLLED,
  })
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name,
      namespace,
      uid: uidOf(3, index),
      creationTimestamp: CREATED,
      generation: 1,
      labels,
      annotations: {
        'deployment.kubernetes.io/revision': '1',
        'kubectl.kubernetes.io/last-applied-configuration': applied,
      },
    },
    spec: body,
    status: {
      observedGeneration: 1,
      ...(replicas === 0
        ? {}
        : { replicas, updatedReplicas: replicas, readyReplicas: replicas, availableReplicas: replicas }),
      conditions: [
        condition('Available', 'MinimumReplicasAvailable', 'Deployment has minimum availability.'),
        condition(
          'Progressing',
          'NewReplicaSetAvailable',
          `ReplicaSet "${name}-${suffix(index, 10)}" has successfully progressed.`,
        ),
      ],
    },
  }
}

export function replicaSetOf(shape: Shape, index: number): KubeObject {
  const hash = suffix(index, 10)
  const { metadata, spec } = podTemplate(index)
  const replicas = replicasOf(shape, index)
  const labels = { ...metadata.labels, 'pod-template-hash': hash }
  const owner = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    name: deploymentName(index),
    uid: uidOf(3, index),
  }
  const counts = { readyReplicas: replicas, availableReplicas: replicas, fullyLabeledReplicas: replicas }
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${deploymentName(index)}-${hash}`,
      namespace: namespaceOf(index % shape.namespaces),
      uid: uidOf(2, index),
      creationTimestamp: CREATED,
      labels,
      annotations: {
        'deployment.kubernetes.io/desired-replicas': String(replicas),
        'deployment.kubernetes.io/revision': '1',
      },
      ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
    },
    spec: {
      replicas,
      selector: {
        matchLabels: {
          'app.kubernetes.io/name': labels['app.kubernetes.io/name'],
          'pod-template-hash': hash,
        },
      },
      template: { metadata: { ...metadata, labels }, spec },
    },
    status: { replicas, observedGeneration: 1, ...(replicas === 0 ? {} : counts) },
  }
}

function replicasOf(shape: Shape, index: number): number {
  return index < shape.deployments ? PODS_OF_A_DEPLOYMENT : 0
}

import type { KubeObject } from '../../support/kube.ts'
import { podTemplate } from './template.ts'
import { deploymentName, namespaceOf, nodeName, suffix, uidOf, type Shape } from './shape.ts'
import { PODS_OF_A_DEPLOYMENT, PODS_OF_A_NODE } from './shape.ts'

const CREATED = '2026-11-02T08:15:30Z'
const STARTED = '2026-11-02T08:15:41Z'

/** The namespace, node and owner of a Pod. */
export interface Place {
  namespace: string
  name: string
  node: string
  /** The index of its Deployment; undefined for Pods of other owners. */
  deployment: number | undefined
}

export function placeOf(shape: Shape, index: number): Place {
  const deployment = Math.floor(index / PODS_OF_A_DEPLOYMENT)
  const owned = deployment < shape.deployments
  const app = owned
    ? `${deploymentName(deployment)}-${suffix(deployment, 10)}`
    : `batch-${suffix(index % 997, 4)}`
  // The first Pods fill all nodes evenly. The rest do not go to the first node, which is therefore the same
  // in a cluster of any size.
  const node =
    index < shape.nodes * PODS_OF_A_NODE ? index % shape.nodes : 1 + (index % Math.max(shape.nodes - 1, 1))
  return {
    namespace: namespaceOf((owned ? deployment : index) % shape.namespaces),
    name: `${app}-${suffix(index + 5000, 5)}${owned ? '' : `-${index}`}`,
    node: nodeName(node),
    deployment: owned ? deployment : undefined,
  }
}

/** Returns a Pod with the status of its kubelet: it runs, and one in forty crashes repeatedly. */
export function podOf(shape: Shape, index: number): KubeObject {
  const { namespace, name, node, deployment } = placeOf(shape, index)
  const template = podTemplate(deployment ?? index % 997)
  const owner =
    deployment === undefined
      ? {
          apiVersion: 'batch/v1',
          kind: 'Job',
          name: `batch-${suffix(index % 997, 4)}`,
          uid: uidOf(9, index % 997),
        }
      : {
          apiVersion: 'apps/v1',
          kind: 'ReplicaSet',
          name: `${deploymentName(deployment)}-${suffix(deployment, 10)}`,
          uid: uidOf(2, deployment),
        }
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace,
      uid: uidOf(1, index),
      generateName: name.slice(0, -5),
      creationTimestamp: CREATED,
      labels: { ...template.metadata.labels, 'pod-template-hash': suffix(deployment ?? index % 997, 10) },
      annotations: template.metadata.annotations,
      ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
    },
    spec: { ...template.spec, nodeName: node, tolerations: TOLERATIONS },
    status: podStatus(template.spec.containers, index),
  }
}

/** Returns the status that the kubelet writes. */
function podStatus(
  containers: readonly { name: string; image: string }[],
  index: number,
): Record<string, unknown> {
  const crashing = index % 40 === 39
  const podIP = `10.${128 + (index >> 16)}.${(index >> 8) % 256}.${index % 256}`
  const hostIP = `10.0.${(index >> 8) % 256}.${index % 256}`
  const ready = crashing ? 'False' : 'True'
  const unready = crashing
    ? { reason: 'ContainersNotReady', message: `containers with unready status: [app]` }
    : {}
  const condition = (type: string, status: string, more: object = {}) => ({
    type,
    status,
    lastProbeTime: null,
    lastTransitionTime: STARTED,
    ...more,
  })
  return {
    phase: 'Running',
    qosClass: 'Burstable',
    startTime: CREATED,
    hostIP,
    hostIPs: [{ ip: hostIP }],
    podIP,
    podIPs: [{ ip: podIP }],
    conditions: [
      condition('PodReadyToStartContainers', 'True'),
      condition('Initialized', 'True'),
      condition('Ready', ready, unready),
      condition('ContainersReady', ready, unready),
      condition('PodScheduled', 'True'),
    ],
    containerStatuses: containers.map(({ name, image }, place) => ({
      name,
      image,
      imageID: `${image.split(':')[0]}@sha256:${digest(index % 64)}`,
      containerID: `containerd://${digest(index * 2 + place)}`,
      ready: !(crashing && place === 0),
      started: !(crashing && place === 0),
      restartCount: crashing && place === 0 ? 17 : index % 3,
      ...(crashing && place === 0 ? CRASHED : { state: { running: { startedAt: STARTED } }, lastState: {} }),
    })),
  }
}

const CRASHED = {
  state: {
    waiting: {
      reason: 'CrashLoopBackOff',
      message: 'back-off 5m0s restarting failed container=app pod=app_bench',
    },
  },
  lastState: {
    terminated: { exitCode: 1, reason: 'Error', startedAt: STARTED, finishedAt: '2026-11-02T08:20:00Z' },
  },
}

const TOLERATIONS = [
  { key: 'kwok.x-k8s.io/node', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
  { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
]

function digest(seed: number): string {
  const part = (seed + 1).toString(16).padStart(8, '0')
  return part.repeat(8)
}

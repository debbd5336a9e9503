import type { KubeObject } from '../object.ts'
import type { PodSpec } from '../types.ts'
import { accessObjects, configObjects } from './config.ts'
import { networkObjects } from './network.ts'
import { jobObjects } from './jobs.ts'
import { nodeObject } from './nodes.ts'
import { policyObjects, storageObjects } from './others.ts'
import { placedObjects } from './placed.ts'
import { type PodShape, seededPod } from './pods.ts'
import { type Place, seededWorkload } from './workload.ts'
import { workloads } from './workloads.ts'

const hour = 3_600_000
const day = 24 * hour

/** Returns the namespaces of every cluster. */
export function systemNamespaces(): KubeObject[] {
  return ['default', 'kube-node-lease', 'kube-public', 'kube-system'].map(namespace)
}

function namespace(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
}

const places: readonly Place[] = [
  { nodeName: 'demo-worker', hostIP: '10.89.0.3', network: '10.244.1' },
  { nodeName: 'demo-control-plane', hostIP: '10.89.0.2', network: '10.244.0' },
]

const noNetwork =
  'container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin ' +
  'returns error: cni plugin not initialized'

/**
 * Returns the cluster of a small company in the middle of a working week: nine Deployments, a few other workloads, three
 * nodes, some failures.
 */
export function seedObjects(now: number): KubeObject[] {
  const nodes = [
    nodeObject({ name: 'demo-control-plane', index: 0, controlPlane: true, ageDays: 95 }, now),
    nodeObject({ name: 'demo-worker', index: 1, ageDays: 95 }, now),
    nodeObject({ name: 'demo-worker2', index: 2, ageDays: 1, notReady: noNetwork }, now),
  ]
  return [
    ...['shop', 'payments', 'monitoring'].map(namespace),
    ...nodes,
    ...accessObjects(),
    ...configObjects(),
    ...networkObjects(now),
    ...storageObjects(),
    ...policyObjects(),
    ...workloads.flatMap((workload) => seededWorkload(workload, places, now)),
    ...placedObjects(places, nodes, now),
    ...jobObjects(places, now),
    ...lonePods(now),
  ]
}

/**
 * Returns Pods without a ReplicaSet: one created by hand, one that has completed, one that fits on no node,
 * and the control plane's.
 */
function lonePods(now: number): KubeObject[] {
  const [place] = places
  const onWorker = { nodeName: place?.nodeName ?? '', hostIP: place?.hostIP ?? '' }
  const shape = (name: string, namespaceName: string, spec: PodSpec): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: namespaceName, labels: { run: name } },
    spec,
  })
  const manager = 'kubectl-run'
  const shell = { name: 'shell', image: 'docker.io/library/debian:13', command: ['sleep', 'infinity'] }
  const report = { name: 'report', image: 'registry.shop.example/report:1.1.0' }
  const load = {
    name: 'load',
    image: 'registry.shop.example/load:0.2.0',
    resources: { requests: { cpu: '64', memory: '8Gi' } },
  }
  const shapes: PodShape[] = [
    {
      object: shape('debug-shell', 'shop', { nodeName: onWorker.nodeName, containers: [shell] }),
      life: 'running',
      born: now - 5 * hour,
      manager,
      hostIP: onWorker.hostIP,
      podIP: '10.244.1.3',
    },
    {
      object: shape('ledger-report', 'payments', {
        nodeName: onWorker.nodeName,
        restartPolicy: 'Never',
        containers: [report],
      }),
      life: 'completed',
      born: now - 9 * hour,
      manager,
      hostIP: onWorker.hostIP,
      podIP: '10.244.1.2',
    },
    {
      object: shape('load-test', 'monitoring', { containers: [load] }),
      life: 'pending',
      born: now - 2 * hour,
      manager,
    },
    ...['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler'].map((name) =>
      staticPod(name, now),
    ),
  ]
  return shapes.map((each) => seededPod(each, now))
}

function staticPod(name: string, now: number): PodShape {
  return {
    object: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: `${name}-demo-control-plane`,
        namespace: 'kube-system',
        labels: { component: name, tier: 'control-plane' },
        annotations: { 'kubernetes.io/config.source': 'file' },
      },
      spec: {
        nodeName: 'demo-control-plane',
        hostNetwork: true,
        automountServiceAccountToken: false,
        containers: [{ name, image: `registry.k8s.io/${name}:v1.34.4` }],
      },
    },
    life: 'running',
    born: now - 95 * day,
    manager: 'kubelet',
    hostIP: '10.89.0.2',
    podIP: '10.89.0.2',
  }
}

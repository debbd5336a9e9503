import { placedStatus, placesOf, podIn } from '../controllers/placed-pods.ts'
import { complete } from '../default-metadata.ts'
import { kindNamed } from '../kinds.ts'
import type { KubeObject } from '../object.ts'
import type { Node, PlacedWorkload, PodSpec } from '../types.ts'
import { withDefaults } from '../writes/defaults.ts'
import { suffixOf } from '../writes/pod-spec.ts'
import { type Place as ReadyNode, podOn, signed } from './workload.ts'

const day = 86_400_000

interface PlacedShape {
  resource: 'statefulsets' | 'daemonsets'
  namespace: string
  name: string
  spec: Record<string, unknown>
  pod: PodSpec
  ageDays: number
}

const shapes: readonly PlacedShape[] = [
  {
    resource: 'statefulsets',
    namespace: 'shop',
    name: 'orders-db',
    spec: {
      replicas: 3,
      serviceName: 'orders-db',
      volumeClaimTemplates: [
        {
          metadata: { name: 'data' },
          spec: {
            accessModes: ['ReadWriteOnce'],
            resources: { requests: { storage: '10Gi' } },
            storageClassName: 'standard',
            volumeMode: 'Filesystem',
          },
        },
      ],
    },
    pod: {
      containers: [
        {
          name: 'postgres',
          image: 'docker.io/library/postgres:18.1',
          ports: [{ name: 'postgres', containerPort: 5432 }],
          volumeMounts: [{ name: 'data', mountPath: '/var/lib/postgresql' }],
          resources: { requests: { cpu: '500m', memory: '1Gi' }, limits: { memory: '1Gi' } },
        },
      ],
    },
    ageDays: 60,
  },
  {
    resource: 'statefulsets',
    namespace: 'monitoring',
    name: 'alertmanager',
    spec: { replicas: 2, serviceName: 'alertmanager', updateStrategy: { type: 'OnDelete' } },
    pod: { containers: [{ name: 'alertmanager', image: 'quay.io/prometheus/alertmanager:v0.29.0' }] },
    ageDays: 90,
  },
  {
    resource: 'daemonsets',
    namespace: 'shop',
    name: 'image-cache',
    spec: { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '50%' } } },
    pod: {
      nodeSelector: { 'kubernetes.io/hostname': 'demo-worker' },
      containers: [{ name: 'image-cache', image: 'registry.shop.example/image-cache:0.3.1' }],
    },
    ageDays: 15,
  },
  {
    resource: 'daemonsets',
    namespace: 'monitoring',
    name: 'node-exporter',
    spec: {},
    pod: {
      nodeSelector: { 'kubernetes.io/os': 'linux' },
      containers: [{ name: 'node-exporter', image: 'quay.io/prometheus/node-exporter:v1.10.2' }],
    },
    ageDays: 90,
  },
]

/** Returns the company's StatefulSets and DaemonSets with their Pods, as their controllers would have left them. */
export function placedObjects(
  ready: readonly ReadyNode[],
  nodes: readonly KubeObject[],
  now: number,
): KubeObject[] {
  return shapes.flatMap((shape) => placed(shape, ready, nodes, now))
}

function placed(
  shape: PlacedShape,
  ready: readonly ReadyNode[],
  nodes: readonly KubeObject[],
  now: number,
): KubeObject[] {
  const { resource, namespace, name, spec, pod, ageDays } = shape
  const kind = kindNamed(resource)
  const labels = { 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': namespace }
  const applied: KubeObject = {
    apiVersion: 'apps/v1',
    kind: kind.kind,
    metadata: { name, namespace, generation: 1, labels },
    spec: {
      selector: { matchLabels: { 'app.kubernetes.io/name': name } },
      template: { metadata: { labels }, spec: pod },
      ...spec,
    },
  }
  const born = now - ageDays * day
  const created = complete(kind, withDefaults(kind, applied), born)
  const workload = signed(created, 'kubectl-client-side-apply', born) as PlacedWorkload
  const places = placesOf(workload, nodes as readonly Node[])
  const pods = places.map((place, index) => {
    const seed = `${namespace}/${name}/${place.nodeName ?? index}`
    const node = ready.find(({ nodeName }) => nodeName === place.nodeName) ?? ready[index % ready.length]
    return podOn(podIn(place, workload, suffixOf(seed)), node, 'running', born + index * 1000, now)
  })
  return [{ ...workload, status: placedStatus(workload, places, pods) }, ...pods]
}

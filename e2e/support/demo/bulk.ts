import { complete } from '../../../server/demo/default-metadata.ts'
import { runningStatus, summarize, waitingStatus } from '../../../server/demo/kubelet/status.ts'
import { kindNamed } from '../../../server/demo/kinds.ts'
import type { KubeObject } from '../../../server/demo/object.ts'
import type { Pod } from '../../../server/demo/types.ts'
import { withDefaults } from '../../../server/demo/writes/defaults.ts'
import { managedAfter } from '../../../server/demo/writes/fields.ts'
import { suffixOf } from '../../../server/demo/writes/pod-spec.ts'
import { nodeObject } from '../../../server/demo/seed/nodes.ts'

/** The numbers of inert objects. */
export interface BulkCounts {
  pods?: number
  nodes?: number
  namespaces?: number
}

const pods = kindNamed('pods')
const fake = { key: 'kwok.x-k8s.io/node', value: 'fake', effect: 'NoSchedule' }

/** Returns large numbers of inert objects: Pods that run for ever on nodes without a kubelet. */
export function bulkObjects(counts: BulkCounts, now: number): KubeObject[] {
  const wantedPods = counts.pods ?? 0
  const nodeCount = counts.nodes ?? Math.ceil(wantedPods / 100)
  const namespaceCount = counts.namespaces ?? Math.min(Math.ceil(wantedPods / 200), 50)
  const nodeObjects = Array.from({ length: nodeCount }, (_, index) => bulkNode(index, now))
  const namespaceObjects = Array.from({ length: namespaceCount }, (_, index) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: bulkName('bulk', index) },
  }))
  const model = modelPod(now)
  const podObjects = Array.from({ length: wantedPods }, (_, index) =>
    bulkPod(model, index, Math.max(nodeCount, 1), Math.max(namespaceCount, 1), now),
  )
  return [...namespaceObjects, ...nodeObjects, ...podObjects]
}

function bulkName(prefix: string, index: number): string {
  return `${prefix}-${String(index).padStart(4, '0')}`
}

function bulkNode(index: number, now: number): KubeObject {
  const node = nodeObject({ name: bulkName('bulk-node', index), index: index + 256, ageDays: 30 }, now)
  const annotations = { ...node.metadata.annotations, 'kwok.x-k8s.io/node': 'fake' }
  const spec = { ...(node['spec'] as object), taints: [fake] }
  return { ...node, metadata: { ...node.metadata, annotations }, spec }
}

/** A complete Pod; the others share every field that need not differ. */
function modelPod(now: number): Pod {
  const given: KubeObject = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'model', namespace: 'bulk-0000', labels: {} },
    spec: {
      containers: [
        {
          name: 'app',
          image: 'registry.shop.example/app:1.0.0',
          ports: [{ containerPort: 8080 }],
          resources: { requests: { cpu: '50m', memory: '64Mi' }, limits: { memory: '64Mi' } },
        },
      ],
    },
  }
  const pod = complete(pods, withDefaults(pods, given), now) as Pod
  const status = {
    ...pod.status,
    startTime: pod.metadata.creationTimestamp ?? '',
    podIP: '10.248.0.2',
    containerStatuses: pod.spec.containers.map((container) =>
      runningStatus(waitingStatus(container, 'ContainerCreating'), 'bulk', now, true),
    ),
  }
  const full = { ...pod, status: summarize(pod, status, now) }
  const managedFields = managedAfter(undefined, full, { manager: 'kubelet', now, subresource: 'status' })
  return { ...full, metadata: { ...full.metadata, managedFields } }
}

function bulkPod(
  model: Pod,
  index: number,
  nodeCount: number,
  namespaceCount: number,
  now: number,
): KubeObject {
  const app = bulkName('app', Math.floor(index / 10))
  const ip = `10.${248 + (index >> 16)}.${(index >> 8) % 256}.${index % 256}`
  const { uid: _uid, resourceVersion: _version, ...metadata } = model.metadata
  const created = complete(
    pods,
    { ...model, metadata: { ...metadata, namespace: bulkName('bulk', index % namespaceCount) } },
    now,
  )
  return {
    ...created,
    metadata: { ...created.metadata, name: `${app}-${suffixOf(String(index), 8)}`, labels: { app } },
    spec: { ...model.spec, nodeName: bulkName('bulk-node', index % nodeCount) },
    status: { ...model.status, podIP: ip, podIPs: [{ ip }] },
  }
}

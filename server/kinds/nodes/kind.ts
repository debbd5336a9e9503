import { defineKind } from '../define-kind.ts'
import { conditionFields } from '../shared/conditions.ts'
import { nodeDetail, nodeSummary, nodeSummaryReads } from './projections.ts'
import { nodeRoutes } from './routes.ts'
import { nodeSamples } from './samples.ts'
import * as schema from './schema.ts'
import { detailMetadataFields } from '../shared/metadata.ts'

export const nodes = defineKind({
  group: '',
  version: 'v1',
  kind: 'Node',
  plural: 'nodes',
  scope: 'Cluster',
  summary: { schema: schema.nodeSummary, project: nodeSummary, reads: nodeSummaryReads },
  // A Node's detail sums up its Pods, so its route is in `nodeRoutes`.
  detail: null,
  projections: [{ schema: schema.nodeDetail, project: (node, now) => nodeDetail(node, [], now) }],
  // The kubelet writes the name of its node in place of the uid. Source: k8s.io/kubectl/pkg/describe, NodeDescriber.
  eventUids: ({ metadata }) => [metadata.name],
  stream: true,
  search: ({ status }) => ({ addresses: (status?.addresses ?? []).map(({ address }) => address) }),
  rbac: {
    group: 'nodes',
    description: 'Nodes: lists and details. Cluster-wide, so nothing comes of it in scope `namespaces`.',
  },
  cache: {
    drop: ['status.images', 'status.volumesAttached', 'status.volumesInUse', 'status.daemonEndpoints'],
    prewarm: true,
  },
  extraRoutes: nodeRoutes,
  visibleFields: [
    ...detailMetadataFields,
    'spec.podCIDRs',
    'spec.taints.effect',
    'spec.taints.key',
    'spec.taints.value',
    'status.addresses.address',
    'status.addresses.type',
    'status.allocatable',
    'status.capacity',
    ...conditionFields,
    'status.nodeInfo.architecture',
    'status.nodeInfo.containerRuntimeVersion',
    'status.nodeInfo.kernelVersion',
    'status.nodeInfo.kubeletVersion',
    'status.nodeInfo.osImage',
  ],
  samples: nodeSamples,
})

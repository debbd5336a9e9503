import type { Node } from '../../server/kinds/nodes/model.ts'
import { detail, listed } from '../cluster/expected/node.ts'
import { allocated, readAllocated } from '../oracle/expected/allocated.ts'
import type { Random } from '../oracle/random.ts'
import type { KindFixture } from './fixture.ts'
import { annotations, labels, PREFIX, labelPatch, kubeTime, WORDS } from './parts.ts'

export const nodes: KindFixture<Node> = {
  apiVersion: 'v1',
  kind: 'Node',
  plural: 'nodes',
  namespaced: false,
  event: 'node',
  listed: 'everywhere',
  stem: 'node',
  make: (random, { name }) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: { ...labels(random), 'node-role.kubernetes.io/oracle': '' },
      // A node without a kubelet, marked as kwok marks its own.
      annotations: { ...annotations(random), 'kwok.x-k8s.io/node': 'fake' },
    },
    spec: { unschedulable: true, taints: [{ key: PREFIX, effect: 'NoSchedule' }] },
    status: nodeStatus(random),
  }),
  listItem: listed,
  detail: (node, { pods }) => ({ ...detail(node), allocated: allocated(node, pods) }),
  readDetail: (body) => ({ ...body, allocated: readAllocated(body['allocated']) }),
  columns: (item) => ({ NAME: String(item['name']), VERSION: String(item['version']) }),
  cachedRead: () => '/api/nodes?limit=1',
  inShop: (shop) => shop.node,
  churn: {
    names: 6,
    created: 2,
    deleted: 1,
    changes: [
      { weight: 4, subresource: 'status', patch: (random) => ({ status: nodeStatus(random) }) },
      { weight: 2, patch: labelPatch },
    ],
  },
}

/** All fields that the API server requires. */
const NODE_INFO = {
  machineID: 'none',
  systemUUID: 'none',
  bootID: 'none',
  kernelVersion: '6.1.0',
  osImage: 'Debian GNU/Linux 12',
  containerRuntimeVersion: 'containerd://1.6.20',
  kubeletVersion: 'v1.34.4',
  kubeProxyVersion: '',
  operatingSystem: 'linux',
  architecture: 'amd64',
}

function nodeStatus(random: Random): Record<string, unknown> {
  const room = { cpu: String(1 + random.below(8)), memory: `${1 + random.below(16)}Gi`, pods: '110' }
  const at = kubeTime(Date.now())
  return {
    capacity: room,
    allocatable: room,
    nodeInfo: NODE_INFO,
    conditions: [
      {
        type: 'Ready',
        status: random.pick(['True', 'False']),
        reason: 'KubeletReady',
        message: random.pick(WORDS),
        lastHeartbeatTime: at,
        lastTransitionTime: at,
      },
    ],
  }
}

import { type KubeObject, timestamp } from '../object.ts'
import type { Condition } from '../types.ts'

const day = 86_400_000

export interface NodeShape {
  name: string
  index: number
  controlPlane?: boolean
  /** The reason why the node is not ready; undefined for a ready node. */
  notReady?: string
  ageDays: number
}

const healthy: readonly [string, string, string][] = [
  ['MemoryPressure', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
  ['DiskPressure', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
  ['PIDPressure', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
]

const CAPACITY = {
  cpu: '8',
  'ephemeral-storage': '101430960Ki',
  'hugepages-1Gi': '0',
  'hugepages-2Mi': '0',
  memory: '32874128Ki',
  pods: '110',
}

/** Returns a Node as a kubelet registers and reports it. */
export function nodeObject(shape: NodeShape, now: number): KubeObject {
  const { name, index, controlPlane, notReady, ageDays } = shape
  const created = timestamp(now - ageDays * day)
  const network = `10.${244 + ((index >> 8) % 4)}.${index % 256}`
  const taints = notReady === undefined ? [] : [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }]
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      creationTimestamp: created,
      labels: {
        'beta.kubernetes.io/arch': 'amd64',
        'beta.kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        ...(controlPlane === true ? { 'node-role.kubernetes.io/control-plane': '' } : {}),
      },
      annotations: {
        'node.alpha.kubernetes.io/ttl': '0',
        'volumes.kubernetes.io/controller-managed-attach-detach': 'true',
      },
    },
    spec: {
      podCIDR: `${network}.0/24`,
      podCIDRs: [`${network}.0/24`],
      providerID: `demo://demo/${name}`,
      ...(taints.length === 0 ? {} : { taints }),
    },
    status: nodeStatus(shape, created, now),
  }
}

function nodeStatus({ name, index, notReady }: NodeShape, created: string, now: number): object {
  const beat = timestamp(now)
  const conditions: Condition[] = [
    ...healthy.map(([type, reason, message]) => condition(type, 'False', reason, message, created, beat)),
    notReady === undefined
      ? condition('Ready', 'True', 'KubeletReady', 'kubelet is posting ready status', created, beat)
      : condition('Ready', 'False', 'KubeletNotReady', notReady, timestamp(now - 2 * 3_600_000), beat),
  ]
  return {
    capacity: CAPACITY,
    allocatable: { ...CAPACITY, cpu: '7800m', memory: '32256Mi' },
    conditions,
    addresses: [
      { type: 'InternalIP', address: `10.89.${index >> 8}.${2 + (index % 250)}` },
      { type: 'Hostname', address: name },
    ],
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
    nodeInfo: nodeInfo(String(index).padStart(4, '0')),
    images: [],
  }
}

function nodeInfo(suffix: string): object {
  return {
    machineID: `373a0c9e46a945988080744f8316${suffix}`,
    systemUUID: `373a0c9e-46a9-4598-8080-744f8316${suffix}`,
    bootID: `d59c13d2-5db3-4f4d-be84-da65a626${suffix}`,
    kernelVersion: '6.12.48-amd64',
    osImage: 'Debian GNU/Linux 13 (trixie)',
    containerRuntimeVersion: 'containerd://2.1.4',
    kubeletVersion: 'v1.34.4',
    kubeProxyVersion: '',
    operatingSystem: 'linux',
    architecture: 'amd64',
  }
}

function condition(
  type: string,
  status: Condition['status'],
  reason: string,
  message: string,
  since: string,
  beat: string,
): Condition {
  return { type, status, lastHeartbeatTime: beat, lastTransitionTime: since, reason, message }
}

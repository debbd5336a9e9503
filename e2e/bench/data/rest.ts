import type { KubeObject } from '../../support/kube.ts'
import { placeOf } from './pods.ts'
import { namespaceOf, nodeName, number, suffix, type Shape } from './shape.ts'

export function namespaceObject(index: number): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespaceOf(index) } }
}

/**
 * A node without a kubelet, as a kubelet would register it, but without `kubernetes.io/os`, because that
 * label makes kube-proxy's DaemonSet create a Pod.
 */
export function nodeOf(index: number): KubeObject {
  const name = nodeName(index)
  const beat = '2026-11-20T09:00:00Z'
  const condition = (type: string, status: string, reason: string, message: string) => ({
    type,
    status,
    reason,
    message,
    lastHeartbeatTime: beat,
    lastTransitionTime: '2026-08-01T12:00:00Z',
  })
  const resources = { cpu: '32', memory: '131072Mi', pods: '250', 'ephemeral-storage': '202860960Ki' }
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': name,
        'node.kubernetes.io/instance-type': `m7.${['large', 'xlarge', '2xlarge'][index % 3]}`,
        'topology.kubernetes.io/zone': `zone-${'abc'[index % 3]}`,
      },
      annotations: { 'kwok.x-k8s.io/node': 'fake', 'node.alpha.kubernetes.io/ttl': '0' },
    },
    spec: { taints: [{ key: 'kwok.x-k8s.io/node', value: 'fake', effect: 'NoSchedule' }] },
    status: {
      capacity: resources,
      allocatable: { ...resources, cpu: '31500m' },
      conditions: [
        condition(
          'MemoryPressure',
          'False',
          'KubeletHasSufficientMemory',
          'kubelet has sufficient memory available',
        ),
        condition('DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'),
        condition('PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'),
        condition('Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'),
      ],
      addresses: [
        { type: 'InternalIP', address: `10.0.${index >> 8}.${index % 256}` },
        { type: 'Hostname', address: name },
      ],
      nodeInfo: {
        architecture: 'amd64',
        operatingSystem: 'linux',
        bootID: `9a1f5b0e-0000-4000-8000-${number(index, 12)}`,
        machineID: `5f2d61c00000400080000000${number(index, 8)}`,
        systemUUID: `5f2d61c0-0000-4000-8000-${number(index, 12)}`,
        kernelVersion: '6.12.48-amd64',
        osImage: 'Debian GNU/Linux 13 (trixie)',
        containerRuntimeVersion: 'containerd://2.1.4',
        kubeletVersion: 'v1.34.4',
        kubeProxyVersion: '',
      },
    },
  }
}

const HAPPENINGS = [
  ['Scheduled', 'Normal', 'default-scheduler', 'Successfully assigned the Pod to its node'],
  ['Pulled', 'Normal', 'kubelet', 'Container image is already present on machine'],
  ['Started', 'Normal', 'kubelet', 'Started container app'],
  ['BackOff', 'Warning', 'kubelet', 'Back-off restarting failed container app'],
] as const

/**
 * An Event of a Pod; each of the first Pods has two. `uid` is the Pod's; `now` is in milliseconds since 1970,
 * because the API server deletes old Events.
 */
export function eventOf(shape: Shape, index: number, uid: string, now: number): KubeObject {
  const { namespace, name, node } = placeOf(shape, Math.floor(index / 2))
  const [reason, type, component, message] = HAPPENINGS[index % HAPPENINGS.length] ?? HAPPENINGS[0]
  const at = `${new Date(now - (index % 1800) * 1000).toISOString().slice(0, 19)}Z`
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${name}.${suffix(index, 16)}`, namespace },
    involvedObject: {
      apiVersion: 'v1',
      kind: 'Pod',
      namespace,
      name,
      uid,
      fieldPath: 'spec.containers{app}',
    },
    reason,
    type,
    message,
    count: 1 + (index % 9),
    firstTimestamp: at,
    lastTimestamp: at,
    eventTime: null,
    source: { component, host: node },
    reportingComponent: component,
    reportingInstance: node,
  }
}

export function configMapOf(shape: Shape, index: number): KubeObject {
  const data = {
    host: `db-${index}.data.svc`,
    'app.yaml': `shard: ${index}\n${'setting: value\n'.repeat(40)}`,
  }
  const metadata = {
    name: `app-${suffix(index, 6)}-config`,
    namespace: namespaceOf(index % shape.namespaces),
  }
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data }
}

export function secretOf(shape: Shape, index: number): KubeObject {
  const data = { password: Buffer.from(`not-a-password-${index}`).toString('base64') }
  const metadata = {
    name: `app-${suffix(index, 6)}-credentials`,
    namespace: namespaceOf(index % shape.namespaces),
  }
  return { apiVersion: 'v1', kind: 'Secret', type: 'Opaque', metadata, data }
}

import type { KubeObject } from '../support/kube.ts'
import type { Random } from './random.ts'

/*
 * The objects of the churn. They do not run: Pods name a scheduler that does not exist or are bound to nodes
 * without a kubelet, and the churn itself writes the status that a kubelet would report.
 */

/** Prefix of the churn's object names, which distinguishes them from the objects of the cluster itself. */
export const PREFIX = 'oracle'

/** Texts with characters of one to four bytes, for chunks that end within a character. */
const WORDS = [
  'plain',
  'größer',
  '三つ',
  '🎈🎈',
  '"quoted"',
  'back\\slash',
  'line\nbreak',
  '__proto__',
] as const

export function labels(random: Random): Record<string, string> {
  return {
    tier: random.pick(['front', 'back', 'data']),
    weight: String(random.below(20)),
    ...(random.chance(0.3) ? { canary: '' } : {}),
  }
}

export function annotations(random: Random): Record<string, string> {
  return { note: random.pick(WORDS), turn: String(random.below(1_000_000)) }
}

export function namespace(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
}

export function pod(random: Random, at: { namespace: string; name: string; node?: string }): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: at.name,
      namespace: at.namespace,
      labels: labels(random),
      annotations: annotations(random),
    },
    spec: { ...podSpec(random), ...(at.node === undefined ? {} : { nodeName: at.node }) },
  }
}

function podSpec(random: Random): Record<string, unknown> {
  const names = random.chance(0.3) ? ['main', 'side'] : ['main']
  return {
    terminationGracePeriodSeconds: 0,
    automountServiceAccountToken: false,
    schedulerName: `${PREFIX}-nobody`,
    containers: names.map((name) => ({
      name,
      image: `demo/${name}:${random.below(4)}`,
      command: ['sh', '-c', 'while true; do sleep 1; done'],
      env: [{ name: 'SECRET', value: 'never shown' }],
      ports: [{ containerPort: 8080, name: 'web' }],
      resources: {
        requests: { cpu: `${1 + random.below(90)}m`, memory: `${16 + random.below(64)}Mi` },
        limits: { memory: '256Mi' },
      },
    })),
  }
}

/** Returns a Pod status as a kubelet would report it. */
export function podStatus(random: Random, containers: readonly string[]): Record<string, unknown> {
  const phase = random.pick(['Pending', 'Running', 'Running', 'Running', 'Succeeded', 'Failed'])
  const at = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
  const states = [
    { running: { startedAt: at } },
    { waiting: { reason: random.pick(['CrashLoopBackOff', 'ImagePullBackOff', 'ContainerCreating']) } },
    { terminated: { exitCode: random.below(3), reason: 'Completed', startedAt: at, finishedAt: at } },
    { terminated: { exitCode: 137, signal: 9, startedAt: at, finishedAt: at } },
  ]
  const ready = random.chance(0.5)
  return {
    phase,
    podIP: `10.9.${random.below(250)}.${random.below(250)}`,
    ...(random.chance(0.1) ? { reason: 'Evicted', message: 'the node was low on memory' } : { reason: null }),
    conditions: [
      { type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime: at },
      { type: 'Initialized', status: 'True', lastTransitionTime: at },
    ],
    containerStatuses: containers.map((name) => ({
      name,
      image: `demo/${name}:1`,
      imageID: '',
      ready,
      restartCount: random.below(5),
      state: random.pick(states),
    })),
  }
}

export function deployment(
  random: Random,
  at: { namespace: string; name: string; replicas: number },
): KubeObject {
  const app = { app: at.name }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: at.name,
      namespace: at.namespace,
      labels: labels(random),
      annotations: annotations(random),
    },
    spec: {
      replicas: at.replicas,
      paused: random.chance(0.1),
      selector: { matchLabels: app },
      template: { metadata: { labels: { ...app, ...labels(random) } }, spec: podSpec(random) },
    },
  }
}

export function replicaSet(random: Random, at: { namespace: string; name: string }): KubeObject {
  return {
    ...deployment(random, { ...at, replicas: 0 }),
    kind: 'ReplicaSet',
    spec: {
      replicas: 0,
      selector: { matchLabels: { app: at.name } },
      template: { metadata: { labels: { app: at.name } }, spec: podSpec(random) },
    },
  }
}

export function node(random: Random, name: string): KubeObject {
  return {
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
  }
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

export function nodeStatus(random: Random): Record<string, unknown> {
  const room = { cpu: String(1 + random.below(8)), memory: `${1 + random.below(16)}Gi`, pods: '110' }
  const at = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
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

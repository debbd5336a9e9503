import type { Pod } from '../../server/kinds/pods/model.ts'
import { detail } from '../cluster/expected/pod-detail.ts'
import { listed } from '../cluster/expected/pod.ts'
import { statusColumn } from '../oracle/expected/status-column.ts'
import type { Random } from '../oracle/random.ts'
import type { KindFixture } from './fixture.ts'
import { nodes } from './nodes.ts'
import { annotations, labels, podSpec, PREFIX, labelPatch, kubeTime } from './parts.ts'

const observed = (pod: Pod) => ({ pod, status: statusColumn(pod) })

export const pods: KindFixture<Pod> = {
  apiVersion: 'v1',
  kind: 'Pod',
  plural: 'pods',
  namespaced: true,
  event: 'pod',
  listed: 'everywhere',
  stem: 'pod',
  make: (random, at) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...place(at), labels: labels(random), annotations: annotations(random) },
    spec: {
      ...podSpec(random),
      ...(random.chance(0.7) ? { nodeName: `${PREFIX}-node-${random.below(nodes.churn.names)}` } : {}),
    },
  }),
  listItem: (pod) => listed(observed(pod)),
  detail: (pod) => detail(observed(pod)),
  columns: ({ name, status }) => ({ NAME: String(name), STATUS: String(status) }),
  cachedRead: () => '/api/pods?limit=1',
  inShop: (shop) => shop.pod(),
  churn: {
    names: 30,
    created: 14,
    deleted: 10,
    replaced: 4,
    changes: [
      { weight: 30, subresource: 'status', patch: (random) => ({ status: podStatus(random) }) },
      { weight: 12, patch: labelPatch },
    ],
  },
}

function place({ namespace, name }: { namespace: string | undefined; name: string }) {
  return namespace === undefined ? { name } : { name, namespace }
}

/** Returns a Pod status as a kubelet would report it. */
function podStatus(random: Random): Record<string, unknown> {
  const containers = ['main', 'side'].slice(0, 1 + random.below(2))
  const phase = random.pick(['Pending', 'Running', 'Running', 'Running', 'Succeeded', 'Failed'])
  const at = kubeTime(Date.now())
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

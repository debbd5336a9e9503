import type { Event } from '../../server/kinds/events/model.ts'
import { expectedEvent } from '../cluster/expected/event.ts'
import type { Random } from '../oracle/random.ts'
import { pathTo, type Kube, type KubeObject } from '../support/kube.ts'
import { deployments } from './deployments.ts'
import type { KindFixture, RawObject } from './fixture.ts'
import { nodes } from './nodes.ts'
import { PREFIX, kubeTime } from './parts.ts'
import { pods } from './pods.ts'

/** Namespace of the Events of cluster-scoped objects. */
const CLUSTER_EVENTS = 'default'

export const events: KindFixture<Event & RawObject> = {
  apiVersion: 'v1',
  kind: 'Event',
  plural: 'events',
  namespaced: true,
  event: 'event',
  listed: false,
  nameless: true,
  stem: 'event',
  make: async (random, { namespace = '', name }, kube) => {
    const { kind, uid, ...of } = await subject(random, namespace, kube)
    return {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name, namespace, labels: { tier: random.pick(['front', 'back']) } },
      // A kubelet writes the Node's name in place of its uid.
      involvedObject: { kind, ...of, uid: kind === 'Node' && random.chance(0.5) ? of.name : uid },
      type: random.pick(['Normal', 'Warning']),
      reason: random.pick(['Scheduled', 'Pulled', 'BackOff', 'Unhealthy']),
      message: random.pick(['as it should be', 'größer als 三つ 🎈', '"quoted" \\ and more']),
      action: 'Testing',
      reportingComponent: 'example.com/oracle',
      reportingInstance: 'one',
      ...times(random),
    }
  },
  listItem: expectedEvent,
  cachedRead: ({ namespace, name }) => `/api/pods/${name}/events?namespace=${namespace}`,
  churn: {
    names: 30,
    created: 8,
    deleted: 3,
    changes: [{ weight: 8, patch: (random) => ({ count: 1 + random.below(100) }) }],
    alsoIn: CLUSTER_EVENTS,
  },
}

interface Subject {
  kind: string
  namespace?: string
  name: string
  uid: string
}

/** Returns the object of an Event in a namespace: one that exists or may have existed. */
async function subject(random: Random, namespace: string, kube: Kube): Promise<Subject> {
  const { kind, stem, plural, apiVersion, churn } =
    namespace === CLUSTER_EVENTS ? nodes : random.pick([pods, deployments])
  const number = random.below(churn.names)
  const of =
    namespace === CLUSTER_EVENTS
      ? { name: `${PREFIX}-${stem}-${number}` }
      : { namespace, name: `${stem}-${number}` }
  const path = pathTo({ apiVersion, plural }, of.namespace, of.name)
  const found = await kube.call('GET', path).catch(() => undefined)
  const uid = found?.status === 200 ? (found.body as KubeObject).metadata.uid : undefined
  return { kind, ...of, uid: uid ?? '00000000-0000-0000-0000-000000000000' }
}

/** Returns the times of an Event, written in one of the possible ways. */
function times(random: Random): Record<string, unknown> {
  const at = Date.now() - random.below(600_000)
  const micros = new Date(at).toISOString().replace('Z', '123Z')
  return random.pick([
    {
      firstTimestamp: kubeTime(at),
      lastTimestamp: kubeTime(at),
      count: 1 + random.below(9),
      eventTime: null,
    },
    { eventTime: micros, firstTimestamp: null, lastTimestamp: null },
    {
      eventTime: micros,
      firstTimestamp: null,
      lastTimestamp: null,
      series: { count: 2 + random.below(5), lastObservedTime: micros },
    },
  ])
}

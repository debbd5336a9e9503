import type { KubeObject } from '../support/kube.ts'
import type { Random } from './random.ts'

/** The object of an Event. A kubelet writes the Node's name in place of its uid. */
export interface Subject {
  kind: 'Pod' | 'Deployment' | 'Node'
  namespace?: string
  name: string
  uid: string
}

/** Returns an Event whose times are written in one of the possible ways. */
export function event(random: Random, name: string, of: Subject): KubeObject {
  const namespace = of.namespace ?? 'default'
  const { kind, uid } = of
  const at = { namespace: of.namespace, name: of.name }
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name, namespace, labels: { tier: random.pick(['front', 'back']) } },
    involvedObject: { kind, ...at, uid: kind === 'Node' && random.chance(0.5) ? of.name : uid },
    type: random.pick(['Normal', 'Warning']),
    reason: random.pick(['Scheduled', 'Pulled', 'BackOff', 'Unhealthy']),
    message: random.pick(['as it should be', 'größer als 三つ 🎈', '"quoted" \\ and more']),
    action: 'Testing',
    reportingComponent: 'example.com/oracle',
    reportingInstance: 'one',
    ...times(random),
  }
}

function times(random: Random): Record<string, unknown> {
  const at = Date.now() - random.below(600_000)
  const seconds = new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
  const micros = new Date(at).toISOString().replace('Z', '123Z')
  return random.pick([
    { firstTimestamp: seconds, lastTimestamp: seconds, count: 1 + random.below(9), eventTime: null },
    { eventTime: micros, firstTimestamp: null, lastTimestamp: null },
    {
      eventTime: micros,
      firstTimestamp: null,
      lastTimestamp: null,
      series: { count: 2 + random.below(5), lastObservedTime: micros },
    },
  ])
}

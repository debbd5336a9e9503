import { daemonSets } from '../../kinds/daemonsets/kind.ts'
import { defineRule } from '../define-rule.ts'
import { fieldEvidence } from '../evidence.ts'
import { findingsOfPods, unreadyPods, unreadySince } from '../owned-pods.ts'

const WAIT_MS = 60_000
/** Maximum number of nodes that a message names. */
const MAX_NODES = 5

export const daemonSetUnavailable = defineRule({
  id: 'daemonset-unavailable',
  on: daemonSets,
  severity: 'warning',
  description: 'For a minute, Pods of a DaemonSet are not ready on some of its nodes.',
  find: (daemonSet, facts) => {
    const { metadata, status } = daemonSet
    const { desiredNumberScheduled: desired = 0, numberReady = 0, observedGeneration = 0 } = status ?? {}
    if (numberReady >= desired || observedGeneration < (metadata.generation ?? 0)) return undefined
    const unready = unreadyPods(daemonSet, facts)
    const since = unready.flatMap((pod) => unreadySince(pod) ?? []).toSorted()[0]
    if (since === undefined || !facts.elapsed(since, WAIT_MS)) return undefined
    const nodes = unready.flatMap(({ spec }) => spec?.nodeName ?? []).toSorted()
    const further = nodes.length > MAX_NODES ? ` and ${nodes.length - MAX_NODES} more` : ''
    const pending = unready.length - nodes.length
    return {
      title: numberReady === 0 ? 'ready on no node' : 'not ready on some nodes',
      message:
        `${numberReady} of ${desired} nodes have a ready Pod.` +
        (nodes.length > 0 ? ` Not ready on: ${nodes.slice(0, MAX_NODES).join(', ')}${further}.` : '') +
        (pending > 0 ? ` Pods that are not scheduled: ${pending}.` : ''),
      evidence: [
        fieldEvidence(daemonSets, daemonSet, 'status.numberReady', String(numberReady)),
        fieldEvidence(daemonSets, daemonSet, 'status.desiredNumberScheduled', String(desired)),
      ],
      hint: 'Mend its Pods on these nodes: kubectl get pods -o wide, kubectl describe pod.',
      since,
      confidence: 0.95,
      causes: findingsOfPods(unready, facts),
    }
  },
})

import { pods } from '../../kinds/pods/kind.ts'
import type { Pod } from '../../kinds/pods/model.ts'
import { services } from '../../kinds/services/kind.ts'
import { defineRule } from '../define-rule.ts'
import { conditionEvidence } from '../evidence.ts'
import { conditionOf } from '../../kinds/shared/conditions.ts'
import { findingsOfPods, unreadySince } from '../owned-pods.ts'
import { hasReadyAddress, isClusterDns, selectedPods, selectorOf, slicesOf } from '../service-endpoints.ts'

const WAIT_MS = 60_000
/** Maximum number of Pods whose findings explain that of a Service. */
const MAX_PODS = 50
const MAX_EVIDENCE = 3

export const serviceWithoutReadyEndpoint = defineRule({
  id: 'service-without-ready-endpoint',
  on: services,
  severity: 'critical',
  description: 'For a minute, none of the Pods that a Service selects is ready.',
  find: (service, facts) => {
    if (selectorOf(service) === undefined || isClusterDns(service)) return undefined
    if (hasReadyAddress(slicesOf(service, facts))) return undefined
    const selected = selectedPods(service, facts)
    const times = selected.flatMap((pod) => unreadySince(pod) ?? [])
    // A Pod that is ready becomes an endpoint at any moment.
    if (times.length < selected.length) return undefined
    const since = times.toSorted().at(-1)
    if (since === undefined || !facts.elapsed(since, WAIT_MS)) return undefined
    const examined = selected.slice(0, MAX_PODS)
    return {
      title: 'Service has no ready endpoint',
      message: `None of the selected Pods (${selected.length}) is ready since ${since}, so requests to the Service fail.`,
      evidence: examined.flatMap(readyCondition).slice(0, MAX_EVIDENCE),
      hint: 'Mend the Pods that it selects: kubectl describe pod, kubectl logs.',
      since,
      confidence: 0.95,
      causes: findingsOfPods(examined, facts),
    }
  },
})

function readyCondition(pod: Pod) {
  const ready = conditionOf(pod, 'Ready')
  return ready === undefined ? [] : [conditionEvidence(pods, pod, ready)]
}

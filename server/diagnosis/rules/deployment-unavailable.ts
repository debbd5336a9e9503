import { deployments } from '../../kinds/deployments/kind.ts'
import type { Deployment } from '../../kinds/deployments/model.ts'
import { deploymentStatus, desiredReplicas } from '../../kinds/deployments/status.ts'
import type { ReplicaSet } from '../../kinds/replicasets/model.ts'
import { defineRule } from '../define-rule.ts'
import { conditionEvidence, fieldEvidence } from '../evidence.ts'
import { conditionOf } from '../../kinds/shared/conditions.ts'
import type { Facts } from '../facts.ts'
import { findingsOfReplicaSets, replicaSetsOf, unreadyPods, unreadySince } from '../owned-pods.ts'

const WAIT_MS = 60_000

export const deploymentUnavailable = defineRule({
  id: 'deployment-unavailable',
  on: deployments,
  severity: 'warning',
  description: 'A rollout has finished, and for a minute fewer Pods are available than desired.',
  find: (deployment, facts) => {
    if (!isRolledOut(deployment) || deploymentStatus(deployment) !== 'Degraded') return undefined
    const replicaSets = replicaSetsOf(deployment, facts).filter(({ spec }) => (spec?.replicas ?? 1) > 0)
    const condition = conditionOf(deployment, 'Available')
    const since = unavailableSince(deployment, replicaSets, facts)
    if (since === undefined || !facts.elapsed(since, WAIT_MS)) return undefined
    const { availableReplicas = 0 } = deployment.status ?? {}
    return {
      title: availableReplicas === 0 ? 'no Pod is available' : 'fewer Pods are available than desired',
      message: `${availableReplicas} of ${desiredReplicas(deployment)} Pods are available since ${since}.`,
      evidence: [
        fieldEvidence(deployments, deployment, 'status.availableReplicas', String(availableReplicas)),
        ...(condition?.status === 'False' ? [conditionEvidence(deployments, deployment, condition)] : []),
      ],
      hint: 'Mend the Pods that are not ready: kubectl describe pod, kubectl logs.',
      since,
      confidence: 0.95,
      severity: availableReplicas === 0 ? 'critical' : 'warning',
      causes: findingsOfReplicaSets(replicaSets, facts),
    }
  },
})

/** Whether the rollout has finished: one without a deadline has no condition. */
function isRolledOut(deployment: Deployment): boolean {
  const { status, reason } = conditionOf(deployment, 'Progressing') ?? {}
  return status === undefined || (status === 'True' && reason === 'NewReplicaSetAvailable')
}

/** Returns the time of the Deployment's condition, else that of the Pod that is not ready for longest. */
function unavailableSince(
  deployment: Deployment,
  replicaSets: readonly ReplicaSet[],
  facts: Facts,
): string | undefined {
  const condition = conditionOf(deployment, 'Available')
  if (condition?.status === 'False') return condition.lastTransitionTime ?? undefined
  const unready = replicaSets.flatMap((replicaSet) => unreadyPods(replicaSet, facts))
  return unready.flatMap((pod) => unreadySince(pod) ?? []).toSorted()[0]
}

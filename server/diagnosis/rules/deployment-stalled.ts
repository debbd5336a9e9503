import { deployments } from '../../kinds/deployments/kind.ts'
import { defineRule } from '../define-rule.ts'
import { conditionEvidence } from '../evidence.ts'
import { conditionOf } from '../../kinds/shared/conditions.ts'
import { findingsOfReplicaSets, replicaSetsOf } from '../owned-pods.ts'

export const deploymentStalled = defineRule({
  id: 'deployment-stalled',
  on: deployments,
  severity: 'critical',
  description: 'A rollout has made no progress within progressDeadlineSeconds.',
  find: (deployment, facts) => {
    const progressing = conditionOf(deployment, 'Progressing')
    if (progressing?.status !== 'False' || progressing.reason !== 'ProgressDeadlineExceeded') return undefined
    const newest = facts.optional(() => replicaSetsOf(deployment, facts)[0])
    const { availableReplicas = 0 } = deployment.status ?? {}
    return {
      title: 'rollout has stalled',
      message:
        `The rollout has made no progress since ${progressing.lastTransitionTime ?? 'an unknown time'}.` +
        (availableReplicas > 0 ? ` ${availableReplicas} Pods still serve.` : ' No Pod is available.'),
      evidence: [conditionEvidence(deployments, deployment, progressing)],
      hint: 'Mend the Pods of the newest revision, or roll back: kubectl rollout undo.',
      since: progressing.lastTransitionTime ?? null,
      confidence: 0.95,
      causes: findingsOfReplicaSets(newest === undefined ? [] : [newest], facts),
    }
  },
})

import { persistentVolumeClaims } from '../../kinds/persistentvolumeclaims/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import { claimNames } from '../claims.ts'
import { defineRule } from '../define-rule.ts'
import { conditionEvidence, fieldEvidence } from '../evidence.ts'
import { unschedulable } from '../scheduling.ts'

/** Time that the provisioning of a volume may take. */
const PROVISIONING_MS = 30_000
/** Source: k8s.io/kubernetes/pkg/scheduler/framework/plugins/volumebinding, PreFilter. */
const CLAIMS = /unbound immediate PersistentVolumeClaims|persistentvolumeclaim "[^"]+"/

export const claimOfPodUnbound = defineRule({
  id: 'claim-of-pod-unbound',
  on: pods,
  severity: 'critical',
  description: 'A Pod cannot be scheduled because a claim of it has no volume, or does not exist.',
  find: (pod, facts) => {
    const found = unschedulable(pod)
    if (found === undefined || !CLAIMS.test(found.ofPod)) return undefined
    const since = found.condition.lastTransitionTime ?? null
    const { namespace } = pod.metadata
    for (const { claim: name } of claimNames(pod)) {
      const claim = facts.get(persistentVolumeClaims, name, namespace)
      const isMissing = claim === undefined
      const phase = claim?.status?.phase ?? 'Pending'
      if (phase === 'Bound' || (!isMissing && !facts.elapsed(since, PROVISIONING_MS))) continue
      return {
        title: isMissing ? `claim ${name} does not exist` : `claim ${name} has no volume`,
        message: isMissing
          ? `The Pod cannot be scheduled: its PersistentVolumeClaim "${name}" does not exist.`
          : `The Pod cannot be scheduled: its PersistentVolumeClaim "${name}" is ${phase}.`,
        evidence: [
          conditionEvidence(pods, pod, found.condition),
          ...(isMissing ? [] : [fieldEvidence(persistentVolumeClaims, claim, 'status.phase', phase)]),
        ],
        hint: isMissing
          ? 'Create the claim, or correct its name in the Pod template.'
          : 'Look at the Events of the claim: kubectl describe pvc.',
        since,
        confidence: 0.95,
        group: name,
        ...(isMissing ? {} : { causes: facts.findings(persistentVolumeClaims, claim) }),
      }
    }
    return undefined
  },
})

import { nodes } from '../../kinds/nodes/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import type { Pod } from '../../kinds/pods/model.ts'
import { defineRule } from '../define-rule.ts'
import { conditionEvidence, eventEvidence, fieldEvidence } from '../evidence.ts'
import { conditionOf } from '../../kinds/shared/conditions.ts'
import type { Facts } from '../facts.ts'
import type { RuleResult } from '../finding.ts'

/** Time after the end of the grace period, which the API server adds to deletionTimestamp. */
const STUCK_MS = 60_000

export const terminationStuck = defineRule({
  id: 'termination-stuck',
  on: pods,
  severity: 'warning',
  description: 'A deleted Pod is still there a minute after its grace period.',
  find: (pod, facts) => {
    const { deletionTimestamp } = pod.metadata
    if (!deletionTimestamp || !facts.elapsed(deletionTimestamp, STUCK_MS)) return undefined
    const reason = reasonFor(pod, deletionTimestamp, facts)
    const message = `The Pod was to be gone by ${deletionTimestamp}. ${reason.message}`
    return { ...reason, message, since: deletionTimestamp }
  },
})

function reasonFor(pod: Pod, deletionTimestamp: string, facts: Facts): RuleResult {
  const { finalizers } = pod.metadata
  const deletion = fieldEvidence(pods, pod, 'metadata.deletionTimestamp', deletionTimestamp)
  const hasEnded = pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed'
  const names = (finalizers ?? []).join(', ')
  const nodeName = pod.spec?.nodeName ?? ''
  const node = nodeName === '' ? undefined : facts.optional(() => facts.get(nodes, nodeName))
  const ready = node === undefined ? undefined : conditionOf(node, 'Ready')
  if (node !== undefined && ready !== undefined && ready.status !== 'True')
    return {
      title: `deletion waits for node ${nodeName}`,
      message: `Its node "${nodeName}" is not ready since ${ready.lastTransitionTime ?? 'an unknown time'}, so nobody ends its containers.`,
      evidence: [deletion, conditionEvidence(nodes, node, ready)],
      hint: 'Repair the node. If it never comes back, delete the node, or the Pod with --force.',
      confidence: 0.8,
      group: nodeName,
      causes: facts.findings(nodes, node),
    }
  if (names !== '')
    return {
      title: `deletion waits for finalizer ${names}`,
      message: `Its finalizers are left: ${names}.`,
      evidence: [deletion, fieldEvidence(pods, pod, 'metadata.finalizers', names)],
      hint: 'Look at the controller that has to remove the finalizer; without one, remove the finalizer by hand.',
      confidence: hasEnded ? 0.95 : 0.8,
      group: names,
    }
  const failure = facts
    .optional(() => facts.events(pods, pod))
    ?.find(({ reason }) => reason === 'FailedKillPod')
  return {
    title: failure === undefined ? 'Pod does not end' : 'containers cannot be stopped',
    message: failure?.message ?? `The kubelet of node "${nodeName}" has not ended its containers.`,
    evidence: [deletion, ...(failure === undefined ? [] : [eventEvidence(failure)])],
    hint: 'Look at the kubelet and the container runtime on the node: journalctl -u kubelet.',
    confidence: failure === undefined ? 0.7 : 0.95,
    group: nodeName,
  }
}

import { nodes } from '../../kinds/nodes/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import type { Pod } from '../../kinds/pods/model.ts'
import { containersOf, type PodContainer } from '../containers.ts'
import { definePodRule } from '../define-pod-rule.ts'
import { endText, nameOfContainer, restartsText } from '../ended-containers.ts'
import { conditionEvidence, fieldEvidence } from '../evidence.ts'
import { conditionOf } from '../../kinds/shared/conditions.ts'
import type { Facts } from '../facts.ts'

/** Time for which a container that runs again is still reported. */
const REPORTED_MS = 60 * 60_000

export const outOfMemory = definePodRule({
  id: 'out-of-memory',
  severity: 'critical',
  description: 'A container was killed because it used more memory than it may.',
  find: (pod, facts) => {
    for (const container of containersOf(pod)) {
      const { status, spec, field } = container
      const end = status.state?.terminated ?? status.lastState?.terminated
      if (end?.reason !== 'OOMKilled') continue
      const isRunning = Boolean(status.state?.running)
      if (isRunning && facts.elapsed(end.finishedAt, REPORTED_MS)) continue
      const limit = spec?.resources?.limits?.['memory']
      const member = status.state?.terminated ? 'state' : 'lastState'
      return {
        title: `container ${status.name} is out of memory`,
        message:
          `${nameOfContainer(container)} was killed at ${end.finishedAt ?? 'an unknown time'}: ` +
          (limit === undefined
            ? 'it has no memory limit, so the node ran out of memory.'
            : `it used more than its limit of ${limit} of memory.`) +
          restartsText(container),
        evidence: [
          fieldEvidence(pods, pod, `${field}.${member}.terminated`, endText(end)),
          ...(limit === undefined
            ? memoryPressure(pod, facts)
            : [
                fieldEvidence(
                  pods,
                  pod,
                  `spec.${listOf(container)}[${status.name}].resources.limits.memory`,
                  limit,
                ),
              ]),
        ],
        hint:
          limit === undefined
            ? 'Set a memory request and limit, so that the scheduler gives the Pod a node with room.'
            : 'Raise the memory limit, or find out for what the program uses so much.',
        since: end.finishedAt ?? null,
        confidence: 0.95,
        group: status.name,
        ...(isRunning ? { severity: 'warning' } : {}),
      }
    }
    return undefined
  },
})

function listOf({ isInit }: PodContainer): 'initContainers' | 'containers' {
  return isInit ? 'initContainers' : 'containers'
}

function memoryPressure(pod: Pod, facts: Facts) {
  const name = pod.spec?.nodeName ?? ''
  const node = name === '' ? undefined : facts.optional(() => facts.get(nodes, name))
  const pressure = node === undefined ? undefined : conditionOf(node, 'MemoryPressure')
  return node === undefined || pressure === undefined ? [] : [conditionEvidence(nodes, node, pressure)]
}

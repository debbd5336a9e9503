import { pods } from '../../kinds/pods/kind.ts'
import type { Pod } from '../../kinds/pods/model.ts'
import { definePodRule } from '../define-pod-rule.ts'
import {
  endedContainers,
  endText,
  failedProbe,
  isOfContainer,
  nameOfContainer,
  restartsText,
  secondsOfRun,
  type EndedContainer,
  type FailedProbe,
} from '../ended-containers.ts'
import { eventEvidence, fieldEvidence } from '../evidence.ts'
import type { Facts } from '../facts.ts'
import type { RuleResult } from '../finding.ts'
import { probeText, secondsUntilFailed } from '../probes.ts'

export const probeRestarts = definePodRule({
  id: 'probe-restarts',
  severity: 'critical',
  description: 'The kubelet restarts a container because its liveness or startup probe fails.',
  find: (pod, facts) => {
    for (const container of endedContainers(pod, facts)) {
      const failed = container.end.reason === 'OOMKilled' ? undefined : failedProbe(pod, container, facts)
      if (failed !== undefined) return findingOf(pod, container, { ...failed, facts })
    }
    return undefined
  },
})

function findingOf(
  pod: Pod,
  container: EndedContainer,
  { probe, killing, facts }: FailedProbe & { readonly facts: Facts },
): RuleResult {
  const { status, spec, end, endField } = container
  const { name } = status
  const declared = spec?.[`${probe}Probe`] ?? undefined
  const words = probe === 'liveness' ? 'Liveness probe' : 'Startup probe'
  const unhealthy = facts
    .events(pods, pod)
    .find(
      ({ reason, message = '', ...event }) =>
        reason === 'Unhealthy' && message.startsWith(words) && isOfContainer(event, name),
    )
  const seconds = secondsOfRun(end)
  return {
    title: `${probe} probe of container ${name} fails`,
    message:
      `${nameOfContainer(container)} is restarted by the kubelet because its ${probe} probe fails` +
      (declared === undefined
        ? '.'
        : ` (${probeText(declared)}; it allows ${secondsUntilFailed(declared)} s).`) +
      ` Its last run ended at ${end.finishedAt ?? 'an unknown time'}` +
      (seconds === undefined ? '' : `, after ${seconds} s`) +
      `.${restartsText(container)}`,
    evidence: [
      eventEvidence(killing),
      ...(unhealthy === undefined ? [] : [eventEvidence(unhealthy)]),
      fieldEvidence(pods, pod, endField, endText(end)),
    ],
    hint:
      probe === 'liveness'
        ? 'Give a slow start a startupProbe, allow the probe more time, or find out why the program hangs.'
        : 'Raise failureThreshold or periodSeconds of the startup probe, or find out why the program starts so slowly.',
    since: killing.firstTimestamp ?? killing.eventTime ?? end.finishedAt ?? null,
    confidence: 0.95,
    group: `${name} ${probe}`,
  }
}

import { pods } from '../../kinds/pods/kind.ts'
import type { Pod } from '../../kinds/pods/model.ts'
import { definePodRule } from '../define-pod-rule.ts'
import {
  backOffSince,
  couldNotRun,
  endedContainers,
  endText,
  exitText,
  failedProbe,
  isOfContainer,
  isRestartedAgainAndAgain,
  nameOfContainer,
  restartsText,
  secondsOfRun,
  type EndedContainer,
} from '../ended-containers.ts'
import { eventEvidence, fieldEvidence, logEvidence } from '../evidence.ts'
import type { Facts } from '../facts.ts'
import type { RuleResult } from '../finding.ts'

export const crashLoop = definePodRule({
  id: 'crash-loop',
  severity: 'critical',
  description: 'A container ends and is restarted again and again.',
  find: (pod, facts) => {
    for (const container of endedContainers(pod, facts)) {
      // Rules of their own tell the reason.
      if (container.end.reason === 'OOMKilled' || couldNotRun(container.end)) continue
      if (!isRestartedAgainAndAgain(container)) continue
      if (failedProbe(pod, container, facts) === undefined) return findingOf(pod, container, facts)
    }
    return undefined
  },
})

function findingOf(pod: Pod, container: EndedContainer, facts: Facts): RuleResult {
  const { end, endField, status } = container
  const { name } = status
  const events = (facts.optional(() => facts.events(pods, pod)) ?? []).filter((one) =>
    isOfContainer(one, name),
  )
  const warning = events.find(({ type, reason }) => type === 'Warning' && reason !== 'BackOff')
  // The kubelet kills a container whose hook fails. Source: k8s.io/kubernetes/pkg/kubelet/kuberuntime, startContainer.
  const isHook = warning?.reason === 'FailedPostStartHook'
  const seconds = secondsOfRun(end)
  const ended = `ended with ${exitText(end)} at ${end.finishedAt ?? 'an unknown time'}`
  return {
    title: isHook
      ? `postStart hook of container ${name} fails`
      : `container ${name} ends with ${exitText(end)} again and again`,
    message:
      `${nameOfContainer(container)} ${ended}` +
      (seconds === undefined ? '' : `, after ${seconds} s`) +
      `.${restartsText(container)}`,
    evidence: [
      fieldEvidence(pods, pod, endField, endText(end)),
      ...(warning === undefined ? [] : [eventEvidence(warning)]),
      ...logEvidence(pod, name, facts.log(pod, name, !status.state?.terminated)),
    ],
    hint: hintFor(name, end.exitCode, isHook),
    since: backOffSince(pod, container, facts),
    confidence: 0.95,
    group: `${name} ${end.exitCode}`,
  }
}

function hintFor(name: string, exitCode: number, isHook: boolean): string {
  if (isHook) return 'Correct the command or the request of the postStart hook.'
  if (exitCode !== 0) return `Read the last lines of its log: kubectl logs --previous -c ${name}.`
  return 'The program ends by itself without an error: run it as a Job, or keep it in the foreground.'
}

import { pods } from '../../kinds/pods/kind.ts'
import { containersOf } from '../containers.ts'
import { definePodRule } from '../define-pod-rule.ts'
import { couldNotRun, endText, exitText } from '../ended-containers.ts'
import { fieldEvidence, logEvidence } from '../evidence.ts'

/** Time that an init container may run. */
const RUN_MS = 5 * 60_000

/** An init container that waits or is restarted is a matter of the rules for its reason. */
export const initBlocked = definePodRule({
  id: 'init-blocked',
  severity: 'critical',
  description:
    'An init container has failed, or has run for longer than five minutes: the containers do not start.',
  find: (pod, facts) => {
    const inits = containersOf(pod).filter(({ isInit, spec }) => isInit && spec?.restartPolicy !== 'Always')
    for (const { status, field } of inits) {
      const { running, terminated } = status.state ?? {}
      const { name } = status
      if (running && facts.elapsed(running.startedAt, RUN_MS))
        return {
          title: `init container ${name} does not end`,
          message: `The containers do not start: init container "${name}" runs since ${running.startedAt ?? 'an unknown time'}.`,
          evidence: [
            fieldEvidence(pods, pod, `${field}.state.running`, `startedAt ${running.startedAt ?? ''}`),
            ...logEvidence(pod, name, facts.log(pod, name, false)),
          ],
          hint: `Find out what it waits for: kubectl logs -c ${name}.`,
          since: running.startedAt ?? null,
          confidence: 0.8,
          group: name,
        }
      if (!terminated || terminated.exitCode === 0 || pod.spec?.restartPolicy !== 'Never') continue
      if (terminated.reason === 'OOMKilled' || couldNotRun(terminated)) continue
      return {
        title: `init container ${name} failed with ${exitText(terminated)}`,
        message: `The containers do not start: init container "${name}" ended with ${exitText(terminated)} at ${terminated.finishedAt ?? 'an unknown time'}, and is not run again.`,
        evidence: [
          fieldEvidence(pods, pod, `${field}.state.terminated`, endText(terminated)),
          ...logEvidence(pod, name, facts.log(pod, name, false)),
        ],
        hint: `Read its log: kubectl logs -c ${name}.`,
        since: terminated.finishedAt ?? null,
        confidence: 0.95,
        group: `${name} ${terminated.exitCode}`,
      }
    }
    return undefined
  },
})

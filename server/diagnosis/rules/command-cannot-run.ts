import { pods } from '../../kinds/pods/kind.ts'
import { definePodRule } from '../define-pod-rule.ts'
import {
  backOffSince,
  couldNotRun,
  endedContainers,
  endText,
  exitText,
  isStartFailure,
  nameOfContainer,
} from '../ended-containers.ts'
import { fieldEvidence, logEvidence } from '../evidence.ts'

/** The program and the error in the message of a runtime. Source: github.com/opencontainers/runc, libcontainer, and os/exec.Error. */
const PROGRAM = /exec: "([^"]+)": (?:stat [^:]+: )?([^:]+)/

export const commandCannotRun = definePodRule({
  id: 'command-cannot-run',
  severity: 'critical',
  description: 'The program of a container is not in its image, or may not be executed.',
  find: (pod, facts) => {
    for (const container of endedContainers(pod, facts)) {
      const { end, endField, status, spec } = container
      if (!couldNotRun(end)) continue
      const [, program, error] = PROGRAM.exec(end.message ?? '') ?? []
      const image = spec?.image ?? status.image ?? ''
      const wasSaid = isStartFailure(end)
      return {
        title: `container ${status.name} cannot run ${program ?? 'its command'}`,
        message: wasSaid
          ? `${nameOfContainer(container)} cannot start: the runtime cannot execute ${program ?? 'its command'} in image ${image}: ${error ?? end.message ?? end.reason ?? ''}.`
          : `${nameOfContainer(container)} ended with ${exitText(end)} at ${end.finishedAt ?? 'an unknown time'}: ` +
            (end.exitCode === 127
              ? `a program that its command calls is not in image ${image}.`
              : `a program that its command calls may not be executed in image ${image}.`),
        evidence: [
          fieldEvidence(pods, pod, endField, endText(end)),
          ...(wasSaid
            ? []
            : logEvidence(pod, status.name, facts.log(pod, status.name, !status.state?.terminated))),
        ],
        hint: 'Correct the command of the container, or take an image that has the program and lets it be executed.',
        since: backOffSince(pod, container, facts),
        confidence: wasSaid ? 0.95 : 0.8,
        group: `${status.name} ${program ?? end.exitCode}`,
      }
    }
    return undefined
  },
})

import { pods } from '../../kinds/pods/kind.ts'
import { containersOf } from '../containers.ts'
import { definePodRule } from '../define-pod-rule.ts'
import { failedProbe, isOfContainer, nameOfContainer } from '../ended-containers.ts'
import { conditionEvidence, eventEvidence, fieldEvidence } from '../evidence.ts'
import { conditionOf } from '../../kinds/shared/conditions.ts'
import { probeText } from '../probes.ts'

/** Time that a container may take until it is ready. */
const STARTING_MS = 60_000

export const readinessFailing = definePodRule({
  id: 'readiness-failing',
  severity: 'warning',
  description: 'A container runs, but its readiness probe has failed for longer than a minute.',
  find: (pod, facts) => {
    const ready = conditionOf(pod, 'Ready')
    if (ready?.status !== 'False') return undefined
    for (const container of containersOf(pod)) {
      const { status, spec, field } = container
      const { running } = status.state ?? {}
      // A container that its startup probe has not passed yet is not asked whether it is ready.
      if (!running || status.ready === true || status.started === false) continue
      if (spec?.readinessProbe === undefined || spec.readinessProbe === null) continue
      const since = later(ready.lastTransitionTime, running.startedAt)
      if (!facts.elapsed(since, STARTING_MS)) continue
      if (failedProbe(pod, container, facts) !== undefined) continue
      const event = facts
        .optional(() => facts.events(pods, pod))
        ?.find(
          (one) => one.reason === 'Unhealthy' && isOfContainer(one, status.name) && isReadiness(one.message),
        )
      const probe = probeText(spec.readinessProbe)
      return {
        title: `readiness probe of container ${status.name} fails`,
        message: `${nameOfContainer(container)} runs, but is not ready since ${since ?? 'an unknown time'}: its readiness probe (${probe}) fails. The Pod gets no traffic of Services.`,
        evidence: [
          conditionEvidence(pods, pod, ready),
          event === undefined ? fieldEvidence(pods, pod, `${field}.ready`, 'false') : eventEvidence(event),
          fieldEvidence(pods, pod, `spec.containers[${status.name}].readinessProbe`, probe),
        ],
        hint: 'Find out why the program does not answer its probe, or correct the port, path or time-out of the probe.',
        since: since ?? null,
        confidence: event === undefined ? 0.8 : 0.95,
        group: status.name,
      }
    }
    return undefined
  },
})

function isReadiness(message = ''): boolean {
  return message.startsWith('Readiness probe')
}

function later(one: string | null | undefined, other: string | null | undefined): string | undefined {
  return [one, other]
    .flatMap((time) => time ?? [])
    .toSorted()
    .at(-1)
}

import { pods } from '../../kinds/pods/kind.ts'
import { waitingFor } from '../containers.ts'
import { definePodRule } from '../define-pod-rule.ts'
import { nameOfContainer } from '../ended-containers.ts'
import { fieldEvidence } from '../evidence.ts'
import { closestReference, missingReference, referenceText, usesOf } from '../missing-reference.ts'

const CONFIG_ERROR: ReadonlySet<string> = new Set(['CreateContainerConfigError'])

export const configMissing = definePodRule({
  id: 'config-missing',
  severity: 'critical',
  description: 'A container waits for a ConfigMap, a Secret or a key of one that its environment needs.',
  find: (pod, facts) => {
    for (const container of waitingFor(pod, CONFIG_ERROR)) {
      const { status, spec, field, isInit } = container
      const message = status.state?.waiting?.message ?? ''
      const missing = missingReference(message)
      if (missing === undefined) continue
      const text = referenceText(missing)
      const uses = usesOf(spec, missing)
      const closest = closestReference(pod, missing, facts)
      const what = missing.key === undefined ? missing.kind : 'key'
      const list = isInit ? 'initContainers' : 'containers'
      return {
        title: `${text} does not exist`,
        message:
          `${nameOfContainer(container)} cannot start: ${text} does not exist` +
          (uses.length === 0 ? '.' : `, which ${uses.join(', ')} of the container needs.`),
        evidence: [
          fieldEvidence(pods, pod, `${field}.state.waiting`, message),
          ...uses.map((use) => fieldEvidence(pods, pod, `spec.${list}[${status.name}].${use}`, text)),
        ],
        hint:
          closest === undefined
            ? `Create the ${what}, correct its name in the Pod template, or make the reference optional.`
            : `Correct the name in the Pod template to that of the existing ${what} "${closest}", or create the ${what}.`,
        since: pod.metadata.creationTimestamp,
        confidence: 0.95,
        group: text,
      }
    }
    return undefined
  },
})

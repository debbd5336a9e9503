import { pods } from '../../kinds/pods/kind.ts'
import { waitingFor } from '../containers.ts'
import { defineRule } from '../define-rule.ts'
import { eventEvidence, fieldEvidence } from '../evidence.ts'
import { pullFailures, pullFailureText } from '../image-pull.ts'

/** Words of registries for an image or tag that does not exist. Source: containerd, docker distribution errors. */
const NOT_FOUND = /not found|manifest unknown|does not exist|name unknown/i

export const imageNotFound = defineRule({
  id: 'image-not-found',
  on: pods,
  severity: 'critical',
  description: 'A container waits for an image that its registry does not have.',
  find: (pod, facts) => {
    for (const container of waitingFor(pod, pullFailures)) {
      const { spec, status, field } = container
      const { text, event } = pullFailureText(pod, container, facts)
      if (!NOT_FOUND.test(text)) continue
      const image = spec?.image ?? status.image ?? ''
      return {
        title: `image ${image} does not exist`,
        message: `Container "${status.name}" cannot start: the registry has no image ${image}.`,
        evidence: [
          fieldEvidence(pods, pod, `${field}.state.waiting`, status.state?.waiting?.message ?? text),
          ...(event === undefined ? [] : [eventEvidence(event)]),
        ],
        hint: 'Correct the name or tag of the image, or push the image to its registry.',
        since: pod.metadata.creationTimestamp,
        confidence: 0.95,
        group: image,
      }
    }
    return undefined
  },
})

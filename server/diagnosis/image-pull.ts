import type { Event } from '../kinds/events/model.ts'
import { pods } from '../kinds/pods/kind.ts'
import type { Pod } from '../kinds/pods/model.ts'
import { waitingFor, type PodContainer } from './containers.ts'
import { eventEvidence, fieldEvidence } from './evidence.ts'
import type { Facts } from './facts.ts'
import type { Evidence } from './finding.ts'

/** Reasons of the kubelet for a container whose image could not be pulled. */
const PULL_FAILURES: ReadonlySet<string> = new Set(['ErrImagePull', 'ImagePullBackOff'])

/** Words of registries that refuse a pull. Source: containerd, remotes/docker; distribution, registry/api/errcode. */
const REFUSED =
  /unauthorized|denied|authorization failed|authentication required|no basic auth|forbidden|\b40[13]\b/i
/** Words of registries for an image or tag that does not exist. Source: the same. */
const NOT_FOUND = /not found|manifest unknown|does not exist|name unknown/i

/** A container whose image could not be pulled. */
export interface FailedPull {
  readonly container: PodContainer
  readonly image: string
  readonly evidence: readonly Evidence[]
}

/**
 * Returns the first container whose pull failed for this cause. Docker Hub refuses images that do not exist with "pull access
 * denied, repository does not exist or may require authorization": that counts as refused.
 */
export function failedPull(pod: Pod, cause: 'not-found' | 'refused', facts: Facts): FailedPull | undefined {
  for (const container of waitingFor(pod, PULL_FAILURES)) {
    const { spec, status, field } = container
    const image = spec?.image ?? status.image ?? ''
    const { text, event } = pullFailureText(pod, container, image, facts)
    // The name of the image may contain such words.
    const words = text.replaceAll(image, '')
    const found = REFUSED.test(words) ? 'refused' : NOT_FOUND.test(words) ? 'not-found' : undefined
    if (found !== cause) continue
    const waiting = status.state?.waiting?.message ?? text
    return {
      container,
      image,
      evidence: [
        fieldEvidence(pods, pod, `${field}.state.waiting`, waiting),
        ...(event === undefined ? [] : [eventEvidence(event)]),
      ],
    }
  }
  return undefined
}

/**
 * Returns the words of the kubelet for a failed pull, and the Event that has them. While it backs off, the container's status
 * has no reason on older versions, so that the last Event `Failed` has the words of the registry.
 */
function pullFailureText(
  pod: Pod,
  { status }: PodContainer,
  image: string,
  facts: Facts,
): { readonly text: string; readonly event: Event | undefined } {
  const event = facts
    .optional(() => facts.events(pods, pod))
    ?.find(
      ({ reason, message = '' }) =>
        reason === 'Failed' && message.includes(image) && message.includes('pull'),
    )
  const text = [status.state?.waiting?.message ?? '', event?.message ?? ''].join(' ').trim()
  return { text, event }
}

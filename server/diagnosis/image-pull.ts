import type { Event } from '../kinds/events/model.ts'
import { pods } from '../kinds/pods/kind.ts'
import type { Pod } from '../kinds/pods/model.ts'
import type { PodContainer } from './containers.ts'
import type { Facts } from './facts.ts'

/** Reasons of the kubelet for a container whose image could not be pulled. */
export const pullFailures: ReadonlySet<string> = new Set(['ErrImagePull', 'ImagePullBackOff'])

/**
 * Returns the words of the kubelet for a failed pull, and the Event that has them. While it backs off, the container's status
 * has no reason on older versions, so that the last Event `Failed` has the words of the registry.
 */
export function pullFailureText(
  pod: Pod,
  { status, spec }: PodContainer,
  facts: Facts,
): { readonly text: string; readonly event: Event | undefined } {
  const image = spec?.image ?? status.image ?? ''
  const event = facts
    .optional(() => facts.events(pods, pod))
    ?.find(
      ({ reason, message = '' }) =>
        reason === 'Failed' && message.includes(image) && message.includes('pull'),
    )
  const text = [status.state?.waiting?.message ?? '', event?.message ?? ''].join(' ').trim()
  return { text, event }
}

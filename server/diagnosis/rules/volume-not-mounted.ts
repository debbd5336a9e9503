import type { Event } from '../../kinds/events/model.ts'
import { persistentVolumeClaims } from '../../kinds/persistentvolumeclaims/kind.ts'
import { pods } from '../../kinds/pods/kind.ts'
import type { Pod } from '../../kinds/pods/model.ts'
import { podVolumes, sourceOf, textOf } from '../../kinds/pods/volumes.ts'
import { containersOf } from '../containers.ts'
import { definePodRule } from '../define-pod-rule.ts'
import { eventEvidence, fieldEvidence } from '../evidence.ts'
import { conditionOf } from '../../kinds/shared/conditions.ts'
import type { Facts } from '../facts.ts'
import { claimNames } from '../claims.ts'
import { closestReference, missingReference, referenceText } from '../missing-reference.ts'

/** Time that mounts may take. */
const MOUNT_MS = 60_000
const CREATING: ReadonlySet<string> = new Set(['ContainerCreating', 'PodInitializing'])
/** Messages for one volume. Source: k8s.io/kubernetes/pkg/volume/util/operationexecutor; pkg/controller/volume/attachdetach/reconciler. */
const FAILURE = /^(?:\w+Volume\.\w+ failed for|Multi-Attach error for) volume "([^"]+)"\s*:?\s*(.*)$/s

export const volumeNotMounted = definePodRule({
  id: 'volume-not-mounted',
  severity: 'critical',
  description: 'A Pod waits for longer than a minute for a volume that cannot be attached or mounted.',
  find: (pod, facts) => {
    const scheduled = conditionOf(pod, 'PodScheduled')
    const containers = containersOf(pod)
    const isCreating = containers.every(({ status }) => CREATING.has(status.state?.waiting?.reason ?? ''))
    if (scheduled?.status !== 'True' || containers.length === 0 || !isCreating) return undefined
    if (!facts.elapsed(scheduled.lastTransitionTime, MOUNT_MS)) return undefined
    const event = mountFailure(facts.events(pods, pod))
    if (event === undefined) return undefined
    const [, volume, reason = ''] = FAILURE.exec(event.message ?? '') ?? []
    const named = volume === undefined ? undefined : nameInPod(pod, volume, facts)
    const missing = missingInVolume(pod, named, reason)
    const closest = missing === undefined ? undefined : closestReference(pod, missing, facts)
    const subject = named === undefined ? 'volume' : `volume ${named}`
    return {
      title:
        missing === undefined ? `${subject} cannot be mounted` : `${referenceText(missing)} does not exist`,
      message: `The containers are not created: ${subject} cannot be mounted since ${event.firstTimestamp ?? event.eventTime ?? 'an unknown time'}: ${reason === '' ? (event.message ?? '') : reason}`,
      evidence: [
        eventEvidence(event),
        ...(named === undefined
          ? []
          : [fieldEvidence(pods, pod, `spec.volumes[${named}]`, sourceText(pod, named))]),
      ],
      hint: hintFor(reason, missing === undefined ? undefined : referenceText(missing), closest),
      since: scheduled.lastTransitionTime ?? null,
      confidence: 0.95,
      group: missing === undefined ? (named ?? '') : referenceText(missing),
    }
  },
})

/** Returns the missing object; a message about a key does not name its object, but the volume does. */
function missingInVolume({ spec }: Pod, named: string | undefined, reason: string) {
  const missing = missingReference(reason)
  const volume = (spec?.volumes ?? []).find(({ name }) => name === named)
  const { kind, value } = (volume === undefined ? undefined : sourceOf(volume)) ?? {}
  const ofVolume =
    kind === 'configMap' ? value?.['name'] : kind === 'secret' ? value?.['secretName'] : undefined
  return missing === undefined || missing.name !== undefined
    ? missing
    : { ...missing, name: textOf(ofVolume) }
}

/** Returns the newest Event of a failed mount; one that names its volume is preferred to a time-out of all. */
function mountFailure(events: readonly Event[]): Event | undefined {
  const failures = events.filter(({ reason }) => reason === 'FailedMount' || reason === 'FailedAttachVolume')
  return failures.find(({ message = '' }) => FAILURE.test(message)) ?? failures[0]
}

/** Returns the name that the Pod has for a volume: that of a claim's volume is known to the kubelet by its PersistentVolume. */
function nameInPod(pod: Pod, volume: string, facts: Facts): string {
  if ((pod.spec?.volumes ?? []).some(({ name }) => name === volume)) return volume
  const claim = claimNames(pod).find(
    ({ claim: name }) =>
      facts.optional(() => facts.get(persistentVolumeClaims, name, pod.metadata.namespace))?.spec
        ?.volumeName === volume,
  )
  return claim?.volume ?? volume
}

/** Returns the source of a volume: `configMap settings`. */
function sourceText(pod: Pod, volume: string): string {
  const source = podVolumes(pod).find(({ name }) => name === volume)?.source
  return [source?.kind, source?.name].filter((part) => part !== undefined).join(' ')
}

function hintFor(reason: string, missing: string | undefined, closest: string | undefined): string {
  if (closest !== undefined)
    return `Correct the name in the Pod template to the existing one, "${closest}", or create the object.`
  if (missing !== undefined)
    return `Create ${missing}, correct the name in the Pod template, or make the volume optional.`
  if (/already (?:used by|exclusively attached)/.test(reason))
    return 'Wait until the other Pod has ended, or delete it: the volume can be attached to one node at a time.'
  return 'Correct the volume in the Pod template, or look at the driver of the volume on the node.'
}

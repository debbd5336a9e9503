import { placementFault } from '../kubelet/scheduler.ts'
import type { ObjectMeta } from '../object.ts'
import type { Node, PlacedWorkload, Pod, PodTemplate } from '../types.ts'
import { suffixOf } from '../writes/pod-spec.ts'
import { conditionOf } from './conditions.ts'
import { ownedPod } from './owned-pods.ts'

/** Label of a Pod with the revision of its template. */
const REVISION = 'controller-revision-hash'

/** A place of a workload's Pod: an ordinal of a StatefulSet, or a node of a DaemonSet. */
export interface Place {
  /** Name of the Pod, or its beginning. */
  readonly name: string
  readonly generated: boolean
  readonly nodeName: string | undefined
  /** Whether a new template replaces the Pod. */
  readonly rolls: boolean
}

/** Returns the places that a workload has to have Pods in, the first to be rolled out to last. */
export function placesOf({ kind, metadata, spec }: PlacedWorkload, nodes: readonly Node[]): Place[] {
  const { type, rollingUpdate } = spec.updateStrategy
  const rolls = type === 'RollingUpdate'
  if (kind === 'DaemonSet')
    // A DaemonSet ignores that a node is cordoned, as its controller does.
    return nodes
      .filter((node) => placementFault(node, spec.template.spec) === undefined)
      .map((node) => ({
        name: `${metadata.name}-`,
        generated: true,
        nodeName: node.metadata.name,
        rolls,
      }))
  return Array.from({ length: spec.replicas ?? 1 }, (_, ordinal) => ({
    name: `${metadata.name}-${ordinal}`,
    generated: false,
    nodeName: undefined,
    rolls: rolls && ordinal >= (rollingUpdate?.partition ?? 0),
  }))
}

/** Returns the name of a template's revision. */
export function revisionOf({ metadata, spec }: PlacedWorkload): string {
  return `${metadata.name}-${templateHash(spec.template)}`
}

function templateHash(template: PodTemplate): string {
  return suffixOf(JSON.stringify(template), 10)
}

/** Whether a Pod is in a place. */
export function isIn({ name, nodeName }: Place, { metadata, spec }: Pod): boolean {
  return nodeName === undefined ? metadata.name === name : spec.nodeName === nodeName
}

/** Whether a Pod has a revision of its workload's template. */
export function hasRevision({ metadata }: Pod, revision: string): boolean {
  return metadata.labels?.[REVISION] === revision
}

export function isReady({ status }: Pod): boolean {
  return conditionOf(status.conditions, 'Ready')?.status === 'True'
}

/** Returns the Pod of a place, with a name, by the workload's template; without storing it. */
export function podIn(place: Place, workload: PlacedWorkload, suffix: string): ReturnType<typeof ownedPod> {
  const { metadata, spec } = workload.spec.template
  const name = place.generated ? `${place.name}${suffix}` : place.name
  const labels = {
    ...metadata.labels,
    [REVISION]: revisionOf(workload),
    ...(place.generated ? {} : { 'statefulset.kubernetes.io/pod-name': name }),
  }
  const names: Partial<ObjectMeta> = place.generated ? { generateName: place.name } : {}
  const claims = (workload.spec.volumeClaimTemplates ?? []).map((template) => ({
    name: template.metadata.name,
    persistentVolumeClaim: { claimName: `${template.metadata.name}-${name}` },
  }))
  return ownedPod(
    workload,
    { ...metadata, ...names, name, labels },
    {
      ...spec,
      ...(claims.length === 0 ? {} : { volumes: [...(spec.volumes ?? []), ...claims] }),
      ...(place.nodeName === undefined ? {} : { nodeName: place.nodeName }),
    },
  )
}

/** Returns the status that the workload's controller writes, from its active Pods. */
export function placedStatus(
  workload: PlacedWorkload,
  places: readonly Place[],
  active: readonly Pod[],
): Record<string, unknown> {
  const observedGeneration = workload.metadata.generation ?? 1
  const revision = revisionOf(workload)
  const inPlace = active.filter((pod) => places.some((place) => isIn(place, pod)))
  const ready = inPlace.filter(isReady).length
  const updated = inPlace.filter((pod) => hasRevision(pod, revision)).length
  if (workload.kind === 'DaemonSet')
    return {
      currentNumberScheduled: inPlace.length,
      numberMisscheduled: active.length - inPlace.length,
      desiredNumberScheduled: places.length,
      numberReady: ready,
      observedGeneration,
      ...positive({
        updatedNumberScheduled: updated,
        numberAvailable: ready,
        numberUnavailable: places.length - ready,
      }),
    }
  const isComplete = [active.length, ready, updated].every((count) => count === places.length)
  const before = workload.status['currentRevision']
  const current = isComplete || typeof before !== 'string' ? revision : before
  return {
    observedGeneration,
    replicas: active.length,
    ...positive({
      readyReplicas: ready,
      currentReplicas: active.filter((pod) => hasRevision(pod, current)).length,
      updatedReplicas: updated,
    }),
    currentRevision: current,
    updateRevision: revision,
    collisionCount: 0,
    availableReplicas: ready,
  }
}

/** Leaves out zero counts, as omitempty does. */
function positive(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

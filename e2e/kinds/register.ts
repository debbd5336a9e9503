import type { kinds } from '../../server/kinds/register.ts'
import type { KubeObject } from '../support/kube.ts'
import { deployments } from './deployments.ts'
import { events } from './events.ts'
import type { KindFixture, Setting } from './fixture.ts'
import { nodes } from './nodes.ts'
import { pods } from './pods.ts'
import { replicasets } from './replicasets.ts'
import { serviceaccounts } from './serviceaccounts.ts'
import { storageclasses } from './storageclasses.ts'
import { persistentvolumes } from './persistentvolumes.ts'
import { persistentvolumeclaims } from './persistentvolumeclaims.ts'
import { resourcequotas } from './resourcequotas.ts'
import { limitranges } from './limitranges.ts'
import { networkpolicies } from './networkpolicies.ts'
import { configmaps } from './configmaps.ts'
import { secrets } from './secrets.ts'
import { poddisruptionbudgets } from './poddisruptionbudgets.ts'
import { services } from './services.ts'
import { endpointslices } from './endpointslices.ts'
import { ingresses } from './ingresses.ts'
import { namespaces } from './namespaces.ts'
import { horizontalpodautoscalers } from './horizontalpodautoscalers.ts'
import { statefulsets } from './statefulsets.ts'
import { daemonsets } from './daemonsets.ts'
import { jobs } from './jobs.ts'
import { cronjobs } from './cronjobs.ts'

/** The name of a kind in the Kubernetes API, of those the service reads. */
export type Resource = (typeof kinds)[number]['plural']

/** The fixture of each kind; one that lacks its fixture does not compile. */
export const fixtures = {
  pods,
  deployments,
  replicasets,
  nodes,
  events,
  serviceaccounts,
  storageclasses,
  persistentvolumes,
  persistentvolumeclaims,
  resourcequotas,
  limitranges,
  networkpolicies,
  poddisruptionbudgets,
  configmaps,
  secrets,
  services,
  endpointslices,
  ingresses,
  namespaces,
  horizontalpodautoscalers,
  statefulsets,
  daemonsets,
  jobs,
  cronjobs,
} as const satisfies Readonly<Record<Resource, KindFixture>>

export const resources = Object.keys(fixtures) as readonly Resource[]

/** The object of a kind's fixture. */
export type ObjectOf<R extends Resource> = (typeof fixtures)[R] extends KindFixture<infer T> ? T : never

/** The fixtures of the kinds that the API lists. */
export const listedFixtures: readonly KindFixture[] = Object.values<KindFixture>(fixtures).filter(
  ({ listed }) => listed !== false,
)

/** Returns the objects of every kind that tests on kind create in a namespace. */
export function objectsIn(setting: Setting): KubeObject[] {
  return Object.values<KindFixture>(fixtures).flatMap((fixture) => fixture.objects?.(setting) ?? [])
}

/** Returns those of them that do not go with the namespace, as `resource/name`. */
export function clusterScopedObjectsOf(setting: Setting): string[] {
  return namesOf(setting, () => true)
}

/** Returns the cluster-scoped ones with finalizers, which keep them when they are deleted, as `resource/name`. */
export function finalizedObjectsOf(setting: Setting): string[] {
  return namesOf(setting, ({ metadata }) => metadata['finalizers'] !== undefined)
}

function namesOf(setting: Setting, isWanted: (object: KubeObject) => boolean): string[] {
  return Object.values<KindFixture>(fixtures)
    .filter(({ namespaced }) => !namespaced)
    .flatMap((fixture) =>
      (fixture.objects?.(setting) ?? [])
        .filter(isWanted)
        .map(({ metadata }) => `${fixture.plural}/${metadata.name}`),
    )
}

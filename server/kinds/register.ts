import type { ObjectSchema } from '../api/define-route.ts'
import type { Kind } from '../cluster/kind.ts'
import type { Projection } from '../cluster/read/projection.ts'
import type {
  DefinedKind,
  KindDeclaration,
  KindRoute,
  KubernetesObject,
  SearchHandles,
} from './define-kind.ts'
import { deployments } from './deployments/kind.ts'
import { events } from './events/kind.ts'
import { kindRoutes } from './kind-routes.ts'
import { nodes } from './nodes/kind.ts'
import { pods } from './pods/kind.ts'
import { replicaSets } from './replicasets/kind.ts'
import { serviceAccounts } from './serviceaccounts/kind.ts'
import { storageClasses } from './storageclasses/kind.ts'
import { persistentVolumes } from './persistentvolumes/kind.ts'
import { persistentVolumeClaims } from './persistentvolumeclaims/kind.ts'
import { resourceQuotas } from './resourcequotas/kind.ts'
import { limitRanges } from './limitranges/kind.ts'
import { networkPolicies } from './networkpolicies/kind.ts'
import { configMaps } from './configmaps/kind.ts'
import { secrets } from './secrets/kind.ts'
import { podDisruptionBudgets } from './poddisruptionbudgets/kind.ts'
import { services } from './services/kind.ts'
import { endpointSlices } from './endpointslices/kind.ts'
import { ingresses } from './ingresses/kind.ts'
import { namespaces } from './namespaces/kind.ts'
import { horizontalPodAutoscalers } from './horizontalpodautoscalers/kind.ts'
import { statefulSets } from './statefulsets/kind.ts'
import { daemonSets } from './daemonsets/kind.ts'
import { jobs } from './jobs/kind.ts'
import { cronJobs } from './cronjobs/kind.ts'

/**
 * The register of kinds: routes, rights, stream, caches, documents and tests come from it. A kind is added by its
 * row. The order is that of the versions in an event id of the stream.
 */
export const kinds = [
  register(deployments),
  register(pods),
  register(nodes),
  register(replicaSets),
  register(events),
  register(serviceAccounts),
  register(storageClasses),
  register(persistentVolumes),
  register(persistentVolumeClaims),
  register(resourceQuotas),
  register(limitRanges),
  register(networkPolicies),
  register(podDisruptionBudgets),
  register(configMaps),
  register(secrets),
  register(services),
  register(endpointSlices),
  register(ingresses),
  register(namespaces),
  register(horizontalPodAutoscalers),
  register(statefulSets),
  register(daemonSets),
  register(jobs),
  register(cronJobs),
] as const

/** A projection of the objects of one row's kind: only those are passed to it. */
interface AnyProjection {
  readonly schema: ObjectSchema
  readonly reads?: readonly string[]
  project(object: unknown, now: number): object
  expiresAt?(object: unknown, now: number): number
}

/** A row of the register: a kind whose type of objects is known only inside it. */
export interface RegisteredKind<
  P extends string = string,
  A extends string = string,
  G extends string = string,
> extends Kind<unknown> {
  readonly plural: P
  readonly apiGroup: A
  /** Path segment, field of the list and name in `kinds=`. */
  readonly path: string
  readonly summary: AnyProjection
  /** Every projection of the kind, the summary first. */
  readonly projections: readonly AnyProjection[]
  readonly routes: readonly KindRoute[]
  readonly declaration: Pick<
    KindDeclaration<never, object, P, A, G>,
    'actions' | 'cache' | 'detail' | 'events' | 'rbac' | 'visibleFields' | 'stream'
  > & {
    readonly list?: boolean | object
    readonly samples: readonly object[]
    search?(this: void, object: unknown): SearchHandles
  }
}

function register<
  T extends KubernetesObject,
  V extends object,
  P extends string,
  A extends string,
  G extends string,
>(kind: DefinedKind<T, V, P, A, G>): RegisteredKind<P, A, G> {
  const { summary, detail, declaration } = kind
  return Object.assign(kind, {
    projections: [summary, ...(detail === null ? [] : [detail]), ...(declaration.projections ?? [])],
    routes: kindRoutes(kind, events),
  })
}

/** Kinds that are watched from the start. */
export const prewarmedKinds: readonly Kind<unknown>[] = kinds.filter(
  ({ declaration }) => declaration.cache?.prewarm === true,
)

/**
 * Returns the projection that list items are rendered with as objects arrive. A kind without a list has none: its
 * items are rendered only for streams that use them.
 */
export function itemProjections<T>(kind: Kind<T>): Projection<T, unknown> | undefined {
  const found = kinds.find(({ plural, apiGroup }) => plural === kind.plural && apiGroup === kind.apiGroup)
  return found === undefined || found.declaration.list === false ? undefined : found.summary
}

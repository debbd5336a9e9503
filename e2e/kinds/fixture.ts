import type { Random } from '../oracle/random.ts'
import type { EndpointSlice } from '../../server/kinds/endpointslices/model.ts'
import type { Pod } from '../../server/kinds/pods/model.ts'
import type { Kube, KubeObject } from '../support/kube.ts'

/** The metadata that the end-to-end tests read of every object. */
export interface RawObject {
  metadata: {
    name: string
    namespace?: string
    uid?: string
    resourceVersion?: string
    annotations?: Readonly<Record<string, string>> | null
  }
}

/** Namespace and name of a new object. */
export interface Place {
  /** Undefined for cluster-scoped kinds. */
  namespace: string | undefined
  name: string
}

/** Surroundings of the objects that tests create. */
export interface Setting {
  /** A namespace of the test's own. */
  namespace: string
  /** Image of their containers; it runs until it is stopped. */
  image: string
}

/** One way in which the oracle's churn changes an object. */
export interface Change {
  /** Frequency among all changes of the churn. */
  weight: number
  subresource?: 'status'
  /** Returns a strategic merge patch. */
  patch: (random: Random) => object
}

/** The oracle's churn of a kind: frequencies of creation and deletion, and the ways to change an object. */
export interface ChurnPlan {
  /** Number of names in a namespace, or in the cluster: few, so that new objects often reuse a name. */
  names: number
  created: number
  deleted: number
  /** Deleted and created again at once. */
  replaced?: number
  changes: readonly Change[]
  /** A namespace of some objects besides those of the churn. */
  alsoIn?: string
}

/** Names of existing objects in one namespace. */
export interface ShopObjects {
  namespace: string
  deployment: string
  node: string
  /** Returns the name of a running Pod that is not terminating. */
  pod(): Promise<string>
}

/** Objects of other kinds that details depend on. */
export interface RelatedObjects {
  readonly pods: readonly Pod[]
  readonly endpointslices: readonly EndpointSlice[]
}

/**
 * Everything the end-to-end tests know of a kind, independently of the service: how kubectl names it, how to make
 * and change an object, and what the API has to return for it.
 */
export interface KindFixture<T extends RawObject = RawObject> {
  apiVersion: string
  kind: string
  /** Name in the Kubernetes API, and for kubectl. */
  plural: string
  /** Path segment, field of the list and name in `kinds=` of the API. Default: the plural. */
  path?: string
  namespaced: boolean
  /** Type of the events in the stream. */
  event: string
  /** Whether the API lists the kind: in a namespace only, also everywhere, or not at all. */
  listed: 'namespace' | 'everywhere' | false
  /** Whether the API streams the kind. Default: true. */
  streamed?: false
  /** Whether items carry no name, so that an event of the stream cannot be attributed to an object. */
  nameless?: true
  /** Beginning of the names of the churn's objects. */
  stem: string
  make(random: Random, at: Place, kube: Kube): KubeObject | Promise<KubeObject>
  /** Returns the list item of the API, computed from the object alone, without the age. */
  listItem(object: T): Record<string, unknown>
  /** Returns the detail of the API, without the age; absent: there is no detail. */
  detail?(object: T, truth: RelatedObjects): Record<string, unknown>
  /** Whether single objects are read from the API server: the service does not hold them whole. */
  liveDetails?: true
  /** Converts the API's detail to a comparable form. */
  readDetail?(body: Record<string, unknown>): Record<string, unknown>
  /** Returns columns of `kubectl get`, computed from the list item of the API. */
  columns?(item: Record<string, unknown>): Record<string, string>
  /** Returns the path of a read that is served from the kind's cache, given an object of it. */
  cachedRead(at: { namespace: string; name: string }): string
  /**
   * Objects of the kind that tests on kind create, odd ones included. Objects of cluster-scoped kinds have names that
   * begin with the namespace. Those with finalizers are deleted at once where it matters, and hang.
   */
  objects?(setting: Setting): readonly KubeObject[]
  /** Returns the name of an existing object. */
  inShop?(shop: ShopObjects): string | Promise<string>
  churn: ChurnPlan
}

/** Returns the name of a kind in the API: its path segment, the field of its list and its name in `kinds=`. */
export function apiNameOf({ path, plural }: Pick<KindFixture, 'path' | 'plural'>): string {
  return path ?? plural
}

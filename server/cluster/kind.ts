import type { SizedFields } from './cache/json-field-filter.ts'
/** Whether a kind is that of Namespaces, which Kubernetes authorizes in a way of their own. */
export function isNamespaceKind({ plural, apiGroup }: Pick<Kind<unknown>, 'plural' | 'apiGroup'>): boolean {
  return plural === 'namespaces' && apiGroup === ''
}

/** A kind of objects in the Kubernetes API: its place there, and the type T of its objects. */
export interface Kind<T> {
  readonly kind: string
  readonly apiGroup: string
  readonly version: string
  readonly plural: string
  readonly namespaced: boolean
  /**
   * Fields that the API server can select by and that routes use, each the path of a string, so that a cache
   * can apply the same selector. The first field is indexed.
   */
  readonly fields?: readonly [string] | readonly [string, string]
  /** Fields that no projection reads, as paths through objects and lists; dropped from the cache. */
  readonly unread?: readonly string[]
  /** Maps of texts of which only the sizes are held, since they are secret or large. */
  readonly sizes?: {
    readonly fields: SizedFields
    /** Whether single objects are read without the texts too. */
    readonly inDetails: boolean
  }
  /** Time for which a list is served again, in milliseconds: the kind cannot be watched. */
  readonly keptMs?: number
  /** Field selector of the watch; absent: all objects are watched. */
  readonly followed?: string
  /** Whether single objects are read from the API server, because the cache drops fields that they need. */
  readonly uncachedDetails?: true
  /** Whether numbers are read exactly, those beyond 2^53 as BigInt: the object is shown whole. */
  readonly exactNumbers?: true
  /** Whether names may have any characters but `/` and `%`, as those of RBAC do (apimachinery, ValidatePathSegmentName). */
  readonly freeNames?: true
  /** Whether the chart value `rbac.customResources` grants the right to read the kind. */
  readonly custom?: true
  /**
   * Group of the chart (`rbac.groups.<group>`) that grants a verb, by verb and subresource (`get`, `get log`).
   * A right that is not listed is not granted by the chart.
   */
  readonly rbacGroups?: Readonly<Record<string, string>>
  /** Carries T for the compiler; never set. */
  readonly shape?: T
}

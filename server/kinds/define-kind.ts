import type { JSONSchema } from 'json-schema-to-ts'
import type { ObjectSchema, Route } from '../api/define-route.ts'
import type { Kind } from '../cluster/kind.ts'
import type { ObjectMeta } from '../cluster/objects.ts'
import type { Verb } from '../cluster/client/api-call.ts'
import { readObject } from '../cluster/malformed-object.ts'
import type { Cluster, ListingOptions, ObjectRef } from '../cluster/read/cluster.ts'
import type { Projection } from '../cluster/read/projection.ts'
import type { DetailScope } from './detail-inclusions.ts'
import { checked } from './shared/checked.ts'
import type { AuditVerb, WriteEvent, WriteRecording } from '../cluster/write/write-audit.ts'

/** An object of the Kubernetes API. */
export interface KubernetesObject {
  readonly metadata: ObjectMeta
}

/** A projection with the schema of its result. */
export interface DeclaredProjection<T, V extends object> extends Projection<T, V> {
  readonly schema: ObjectSchema
}

/** A right in a cluster, as `kubectl auth can-i` takes it: `list deployments.apps`, `get pods/log`. */
export type AnyRight = `${Verb} ${string}`

export type KindRoute = Route<DetailScope, AnyRight>

/** Filters of a list route besides its selector: query parameters that are texts. */
export interface ListFilters<V> {
  readonly properties: Readonly<Record<string, JSONSchema>>
  /** Returns the field selector for the API server, and a filter of the items by what is computed. */
  readonly select: (query: Readonly<Record<string, string | undefined>>) => {
    readonly fieldSelector?: string
    readonly filter?: NonNullable<ListingOptions<never, V, string>['filter']>
  }
}

/** Input of an action: the object it is called on, and the validated body of the request. */
export interface ActionCall<T> {
  readonly kind: Kind<T>
  readonly ref: ObjectRef
  readonly body: Readonly<Record<string, unknown>>
  /** Milliseconds since 1970. */
  readonly now: number
  /** Audit verb and Event of the action, for `cluster.patch` and `cluster.delete`. */
  readonly recording: WriteRecording
}

/** An operation on one object: `POST /api/<path>/{name}/<action>`. */
export interface Action<T> {
  readonly name: string
  /** Begins with a verb: "Restart a Pod by deleting it". */
  readonly summary: string
  readonly description?: string
  /** The API call of the action: a right, besides `get`. */
  readonly verb: 'patch' | 'delete'
  readonly subresource?: 'scale'
  readonly body: ObjectSchema
  readonly response: ObjectSchema
  /** Verb of the audit record. Default: `verb`. */
  readonly auditVerb?: AuditVerb
  /** Event on the object: "<text> by <caller> …"; null: none. */
  readonly event: WriteEvent | null
  readonly run: (call: ActionCall<T>, cluster: Cluster) => Promise<unknown>
}

/** A right that routes of a kind use besides the verbs of its own objects. */
export interface FurtherRight<G extends string> {
  readonly verb: Verb
  readonly subresource?: 'log'
  /** Group of the chart that grants it. Default: the kind's. */
  readonly group?: G
  /** Comment of the chart value, if the group is not that of a kind. */
  readonly description?: string
  /** Whether no response depends on it. */
  readonly optional?: true
}

/** Chart value `rbac.groups.<group>`, which grants the rights on a kind. */
interface RbacDeclaration<G extends string> {
  readonly group: G
  /** Comment in values.yaml and in the tables of the READMEs; absent: another kind describes the group. */
  readonly description?: string
  /** Whether the chart grants the group unless it is switched off. Default: true. */
  readonly default?: boolean
  readonly further?: readonly FurtherRight<G>[]
}

interface CacheDeclaration {
  /** Field selectors that a cache can apply; the first is indexed. */
  readonly selectableFields?: readonly [string] | readonly [string, string]
  /** Fields that are never stored, as paths through objects and lists. */
  readonly drop?: readonly string[]
  /** Maps of texts of which only the sizes are held, and whether details are read without the texts too. */
  readonly sizes?: NonNullable<Kind<unknown>['sizes']>
  /** Whether the default context is watched from the start. Default: on first use. */
  readonly prewarm?: boolean
  /** `api`: single objects are read from the API server, because the cache does not hold them whole. */
  readonly detailFrom?: 'cache' | 'api'
}

/** Texts that `GET /api/search` finds an object by, besides its name, labels and annotation keys. */
export interface SearchHandles {
  readonly images?: readonly string[]
  /** IP addresses and host names. */
  readonly addresses?: readonly (string | null | undefined)[]
  readonly node?: string | null | undefined
}

/** Everything the service knows of a kind. From it come routes, rights, stream, caches, documents and tests. */
export interface KindDeclaration<
  T extends KubernetesObject,
  V extends object,
  P extends string,
  A extends string,
  G extends string,
> {
  /** API group; empty for core. */
  readonly group: A
  readonly version: string
  readonly kind: string
  readonly plural: P
  readonly scope: 'Namespaced' | 'Cluster'
  /** Path segment, field of the list and name in `kinds=`. Default: the plural. */
  readonly path?: string
  /** Item of the list and of the stream. */
  readonly summary: DeclaredProjection<T, V>
  /** null: no generated detail route. */
  readonly detail: DeclaredProjection<T, object> | null
  /** Further projections, of routes in `extraRoutes`: checked by the same tests. */
  readonly projections?: readonly DeclaredProjection<T, object>[]
  /** Whether there is a list route, and its filters. Default: true. */
  readonly list?: boolean | ListFilters<V>
  /** Whether the list requires a namespace. Default: `optional`. */
  readonly listNamespace?: 'required' | 'optional'
  /** Whether there is a route for the events of one object. Default: true. */
  readonly events?: boolean
  /** Uids besides its own that Events name the object by. */
  readonly eventUids?: (object: T) => readonly string[]
  /** Whether the kind can be streamed; `default`: it is where `kinds` is omitted. */
  readonly stream: boolean | 'default'
  /** Returns what a search finds an object by; reads what the summary may read. */
  readonly search?: (object: T) => SearchHandles
  readonly rbac: RbacDeclaration<G>
  readonly cache?: CacheDeclaration
  readonly actions?: readonly Action<T>[]
  /** Descriptions of the generated routes. */
  readonly descriptions?: { readonly list?: string; readonly detail?: string }
  readonly extraRoutes?: (kind: DefinedKind<T, V, P, A, G>) => readonly KindRoute[]
  /**
   * Fields whose texts responses may contain, as paths through objects, lists and maps; times are not listed. A test
   * fills every field of an object and rejects a text from any other field.
   */
  readonly visibleFields: readonly string[]
  /** Objects as the API server sends them: for the examples of OpenAPI, and for the tests of the projections. */
  readonly samples: readonly [T, ...T[]]
}

/** A declared kind: usable as a `Kind<T>`, its summary as the projection of its list. */
export interface DefinedKind<
  T extends KubernetesObject,
  V extends object,
  P extends string = string,
  A extends string = string,
  G extends string = string,
> extends Kind<T> {
  readonly plural: P
  readonly apiGroup: A
  /** Path segment, field of the list and name in `kinds=`. */
  readonly path: string
  readonly summary: DeclaredProjection<T, V>
  readonly detail: DeclaredProjection<T, object> | null
  readonly rbac: RbacDeclaration<G>
  readonly declaration: KindDeclaration<T, V, P, A, G>
}

/** Declares a kind; it is served once it has a row in the register. */
export function defineKind<
  T extends KubernetesObject,
  V extends object,
  const P extends string,
  const A extends string,
  const G extends string,
>(declaration: KindDeclaration<T, V, P, A, G>): DefinedKind<T, V, P, A, G> {
  const { group, version, kind, plural, scope, rbac, cache = {}, projections = [] } = declaration
  const summary = checkedProjection(kind, declaration.summary)
  const detail = declaration.detail === null ? null : checkedProjection(kind, declaration.detail)
  return {
    kind,
    apiGroup: group,
    version,
    plural,
    namespaced: scope === 'Namespaced',
    ...(cache.selectableFields === undefined ? {} : { fields: cache.selectableFields }),
    ...(cache.drop === undefined ? {} : { unread: cache.drop }),
    ...(cache.sizes === undefined ? {} : { sizes: cache.sizes }),
    ...(cache.detailFrom === 'api' ? { uncachedDetails: true } : {}),
    rbacGroups: Object.fromEntries(
      rightsOf(declaration).map(({ verb, subresource, group = rbac.group }) => [
        subresource === undefined ? verb : `${verb} ${subresource}`,
        group,
      ]),
    ),
    path: declaration.path ?? plural,
    summary,
    detail,
    rbac,
    declaration: {
      ...declaration,
      summary,
      detail,
      projections: projections.map((projection) => checkedProjection(kind, projection)),
    },
  }
}

function checkedProjection<T, V extends object>(
  kind: string,
  projection: DeclaredProjection<T, V>,
): DeclaredProjection<T, V> {
  const project = checked(kind, projection.schema, (object: T, now: number) =>
    projection.project(object, now),
  )
  const { expiresAt } = projection
  if (expiresAt === undefined) return { ...projection, project }
  return {
    ...projection,
    project,
    expiresAt: (object, now) => readObject(kind, object, (one) => expiresAt(one, now)),
  }
}

/** The parts of a declaration that rights follow from. */
type RightsDeclaration = Pick<
  KindDeclaration<never, object, string, string, string>,
  'detail' | 'events' | 'actions' | 'rbac'
>

/** A right on a kind, the group that grants it, and whether responses depend on it. */
export interface KindRight {
  readonly verb: Verb
  readonly subresource?: 'log' | 'scale'
  readonly group?: string
  readonly optional?: true
}

/**
 * Returns the rights that the routes of a kind use. `watch` makes reads fast and only the stream requires it: a
 * kind without it is read from the API server each time.
 */
export function rightsOf({
  detail,
  events = true,
  actions = [],
  rbac,
}: RightsDeclaration): readonly KindRight[] {
  const getsOne = detail !== null || events || actions.length > 0
  const ofActions = new Map<string, KindRight>()
  for (const { verb, subresource } of actions)
    ofActions.set(`${verb} ${subresource}`, { verb, ...(subresource === undefined ? {} : { subresource }) })
  return [
    ...(getsOne ? [{ verb: 'get' } as const] : []),
    { verb: 'list' },
    { verb: 'watch' },
    ...ofActions.values(),
    ...(rbac.further ?? []),
  ]
}

/** Returns a right on a kind, for the `access` of a route. */
export function right(verb: Verb, { plural, apiGroup }: Kind<unknown>, subresource?: string): AnyRight {
  const group = apiGroup === '' ? '' : `.${apiGroup}`
  return `${verb} ${plural}${group}${subresource === undefined ? '' : `/${subresource}`}`
}

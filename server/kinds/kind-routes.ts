import { defineGeneratedRoute, type ObjectSchema, type Validated } from '../api/define-route.ts'
import { namespaceName } from '../api/schemas/common.ts'
import {
  clusterListQuery,
  listOptions,
  namedParams,
  namespacedListQuery,
  namespaceQuery,
  pageFields,
} from '../api/schemas/parameters.ts'
import type { ClusterScope, ListingOptions, ListQuery, ObjectRef } from '../cluster/read/cluster.ts'
import { readObject } from '../cluster/malformed-object.ts'
import { detailBody, includeParameter, withInclusions, type DetailScope } from './detail-inclusions.ts'
import { right, type Action, type DefinedKind, type KindRoute, type KubernetesObject } from './define-kind.ts'
import { listObjectEvents } from './events/list-object-events.ts'
import type { Event } from './events/model.ts'
import { eventList, type ClusterEvent } from './events/schema.ts'

/** Time of the examples in the OpenAPI document. */
export const EXAMPLE_TIME = Date.parse('2026-11-27T12:00:00Z')

type Kinds<T extends KubernetesObject, V extends object> = DefinedKind<T, V>
type Events = DefinedKind<Event, ClusterEvent>

/** Returns the routes of a kind: those generated from its declaration, then its own. */
export function kindRoutes<T extends KubernetesObject, V extends object>(
  kind: Kinds<T, V>,
  events: Events,
): readonly KindRoute[] {
  const { list = true, events: hasEvents = true, actions = [], extraRoutes } = kind.declaration
  return [
    ...(list === false ? [] : [listRoute(kind)]),
    ...detailRoute(kind),
    ...actions.map((action) => actionRoute(kind, action)),
    ...(extraRoutes?.(kind) ?? []),
    ...(hasEvents ? [eventsRoute(kind, events)] : []),
  ]
}

function listRoute<T extends KubernetesObject, V extends object>(kind: Kinds<T, V>): KindRoute {
  const { path, summary, declaration } = kind
  return defineGeneratedRoute({
    method: 'GET',
    path: `/api/${path}`,
    summary: `List ${pluralName(kind)}`,
    description: declaration.descriptions?.list ?? '',
    operationId: `list${pluralName(kind)}`,
    query: listQuery(kind),
    response: listSchema(`${kind.kind}List`, path, summary.schema),
    example: () => ({ [path]: declaration.samples.map((object) => summary.project(object, EXAMPLE_TIME)) }),
    audience: 'cluster-authorized',
    cacheable: true,
    access: [right('list', kind)],
    handle: async ({ query, now }, { cluster }: ClusterScope) => {
      const { selection, filter } = selectionOf(kind, query)
      return cluster.listing(kind, selection, { field: path, view: summary, now, ...filter })
    },
  })
}

/** Splits the query of a list into what the API server selects by, and a filter of the items. */
export function selectionOf<T extends KubernetesObject, V extends object>(
  { declaration: { list = true } }: Kinds<T, V>,
  query: Validated,
): { selection: ListQuery; filter: Pick<ListingOptions<T, V, string>, 'filter'> } {
  // Validation ensures the types: the filters are texts, the rest is that of every list.
  if (typeof list === 'boolean') return { selection: query, filter: {} }
  const { properties, select } = list
  const entries = Object.entries(query)
  const filters = entries.filter(([name]) => name in properties) as [string, string][]
  const { fieldSelector, filter } = select(Object.fromEntries(filters))
  const rest = Object.fromEntries(entries.filter(([name]) => !(name in properties))) as ListQuery
  return {
    selection: { ...rest, ...(fieldSelector === undefined ? {} : { fieldSelector }) },
    filter: filter === undefined ? {} : { filter },
  }
}

function detailRoute<T extends KubernetesObject, V extends object>(kind: Kinds<T, V>): KindRoute[] {
  const { path, detail, declaration } = kind
  if (detail === null) return []
  const [sample] = declaration.samples
  return [
    defineGeneratedRoute({
      method: 'GET',
      path: `/api/${path}/{name}`,
      summary: `Get ${withArticle(kind.kind)}`,
      description: declaration.descriptions?.detail ?? '',
      operationId: `get${kind.kind}`,
      params: namedParams,
      query: kind.namespaced ? detailQuery : { ...NO_PARAMETERS, properties: includeParameter },
      response: withInclusions(detail.schema),
      example: () => detail.project(sample, EXAMPLE_TIME),
      audience: 'cluster-authorized',
      cacheable: kind.uncachedDetails !== true,
      access: [right('get', kind)],
      handle: async ({ params, query, now }, scope: DetailScope) => {
        const [ref, include] = [refOf(params, query), query['include']]
        if (include === undefined) return scope.cluster.detail(kind, ref, detail, now)
        const object = await scope.cluster.get(kind, ref)
        const expiresAt = detail.expiresAt?.(object, now) ?? Infinity
        const projected = { kind, object, now, detail: detail.project(object, now), expiresAt }
        // Validated by the schema of the query.
        return detailBody(scope, projected, include as readonly string[])
      },
    }),
  ]
}

function eventsRoute<T extends KubernetesObject, V extends object>(
  kind: Kinds<T, V>,
  events: Events,
): KindRoute {
  const { path, declaration } = kind
  const { samples, summary } = events.declaration
  return defineGeneratedRoute({
    method: 'GET',
    path: `/api/${path}/{name}/events`,
    summary: `List the events of ${withArticle(kind.kind)}`,
    description: 'Newest first. Events of an earlier object of the same name are left out.',
    operationId: `list${kind.kind}Events`,
    params: namedParams,
    query: kind.namespaced ? namespacedListQuery : clusterListQuery,
    response: eventList,
    example: () => ({ events: samples.map((event) => summary.project(event, EXAMPLE_TIME)) }),
    audience: 'cluster-authorized',
    cacheable: kind.uncachedDetails !== true,
    access: [right('get', kind), right('list', events)],
    handle: async ({ params, query }, { cluster }: ClusterScope) => {
      const ref = refOf(params, query)
      const object = await cluster.get(kind, ref)
      const further = readObject(kind.kind, object, (one) => declaration.eventUids?.(one) ?? [])
      const uids = [object.metadata.uid, ...further]
      return listObjectEvents(cluster, events, { kind: kind.kind, ...ref, uids }, query)
    },
  })
}

function actionRoute<T extends KubernetesObject, V extends object>(
  kind: Kinds<T, V>,
  action: Action<T>,
): KindRoute {
  const { name, summary, description = '', verb, subresource, body, response, event, auditVerb, run } = action
  const recording = { event, ...(auditVerb === undefined ? {} : { auditVerb }) }
  return defineGeneratedRoute({
    method: 'POST',
    path: `/api/${kind.path}/{name}/${name}`,
    summary,
    description,
    operationId: `${name}${kind.kind}`,
    params: namedParams,
    body,
    response,
    audience: 'cluster-authorized',
    access: [right('get', kind), right(verb, kind, subresource)],
    handle: async ({ params, body, now }, { cluster }: ClusterScope) => {
      // The body of an action names the namespace of its object.
      const ref = refOf(params, body)
      return run({ kind, ref, body, now, recording }, cluster)
    },
  })
}

/** Returns the object that validated parameters name. */
function refOf(params: Validated, { namespace }: Validated): ObjectRef {
  const name = String(params['name'])
  return typeof namespace === 'string' ? { name, namespace } : { name }
}

const detailQuery = { ...namespaceQuery, properties: { ...namespaceQuery.properties, ...includeParameter } }
const NO_PARAMETERS = { type: 'object', additionalProperties: false, properties: {} } as const

/** Returns the schema of a list route's query. */
function listQuery<T extends KubernetesObject, V extends object>({
  namespaced,
  declaration: { list, listNamespace },
}: Kinds<T, V>): ObjectSchema {
  if (namespaced && listNamespace === 'required') return namespacedListQuery
  const namespace = namespaced
    ? { namespace: { ...namespaceName, description: 'Omitted: all namespaces the service may read' } }
    : {}
  const filters = typeof list === 'object' ? list.properties : {}
  return { ...clusterListQuery, properties: { ...namespace, ...filters, ...listOptions } }
}

/** Returns the schema of a list response, titled for the OpenAPI document. */
export function listSchema(title: string, field: string, items: ObjectSchema): ObjectSchema {
  return {
    title,
    type: 'object',
    additionalProperties: false,
    required: [field],
    properties: { [field]: { type: 'array', items }, ...pageFields },
  }
}

/** Returns the plural of a kind as Kubernetes writes names: `NetworkPolicies`. */
function pluralName({ kind, plural }: { kind: string; plural: string }): string {
  const singular = kind.toLowerCase()
  let same = 0
  while (same < kind.length && singular[same] === plural[same]) same++
  return kind.slice(0, same) + plural.slice(same)
}

function withArticle(kind: string): string {
  return `${/^[AEIOU]/.test(kind) ? 'an' : 'a'} ${kind}`
}

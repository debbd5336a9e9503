import type { JSONSchema } from 'json-schema-to-ts'
import type { ObjectSchema } from '../api/define-route.ts'
import type { Kind } from '../cluster/kind.ts'
import type { ObjectMeta } from '../cluster/objects.ts'
import type { ClusterScope } from '../cluster/read/cluster.ts'
import { SerializedBody } from '../core/serialized-body.ts'
import { relatedMembers, type Related } from '../relations/schema.ts'

/** Kind of an object whose detail is served. */
type DetailKind = Kind<unknown> & { readonly path: string }

interface DetailObject {
  readonly metadata: ObjectMeta
}

/** The part of a request scope that details take: the cluster, and the features that inclusions come from. */
export interface DetailScope extends ClusterScope {
  readonly relations: { readonly related: (kind: DetailKind, object: DetailObject) => Promise<Related> }
}

/** Members that a detail has on request: `include=<name>`. */
interface DetailInclusion {
  readonly name: string
  readonly members: Readonly<Record<string, JSONSchema>>
  readonly read: (scope: DetailScope, kind: DetailKind, object: DetailObject) => Promise<object>
}

/** The register of inclusions. One is added by its row, and by the feature that it reads from in `DetailScope`. */
const detailInclusions: readonly DetailInclusion[] = [
  {
    name: 'related',
    members: relatedMembers,
    read: async ({ relations }, kind, object) => relations.related(kind, object),
  },
]

/** Parameter of every detail. */
export const includeParameter = {
  include: {
    type: 'array',
    items: { type: 'string', enum: detailInclusions.map(({ name }) => name) },
    description: 'Further members of the response, separated by commas; omitted: none',
  },
} as const

/** Returns the schema of a detail with the members of every inclusion. */
export function withInclusions<S extends ObjectSchema>(schema: S): S {
  const members = Object.assign(
    {},
    ...detailInclusions.map((one) => one.members),
  ) as DetailInclusion['members']
  return { ...schema, properties: { ...schema.properties, ...members } }
}

/** A detail that is projected, and the object it was projected from. */
interface ProjectedDetail<V> {
  readonly kind: DetailKind
  readonly object: DetailObject
  readonly detail: V
  /** Time at which the detail changes by itself, in milliseconds since 1970. */
  readonly expiresAt: number
}

/** Serializes a detail, with the members of the inclusions of these names. */
export async function detailBody<V extends object>(
  scope: DetailScope,
  { kind, object, detail, expiresAt }: ProjectedDetail<V>,
  include: readonly string[] = [],
): Promise<SerializedBody<V>> {
  const inclusions = detailInclusions.filter(({ name }) => include.includes(name))
  const members = await Promise.all(inclusions.map(async ({ read }) => read(scope, kind, object)))
  // Members of inclusions are declared beside those of the detail.
  return SerializedBody.of(Object.assign({}, detail, ...members) as V, expiresAt)
}

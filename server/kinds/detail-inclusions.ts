import type { JSONSchema } from 'json-schema-to-ts'
import type { ObjectSchema } from '../api/define-route.ts'
import type { Kind } from '../cluster/kind.ts'
import type { ObjectMeta } from '../cluster/objects.ts'
import type { ClusterScope } from '../cluster/read/cluster.ts'
import { SerializedBody } from '../core/serialized-body.ts'
import { diagnosisMembers, type IncludedDiagnosis } from '../diagnosis/schema.ts'
import { relatedMembers, type Related } from '../relations/schema.ts'

/** Kind of an object whose detail is served. */
type DetailKind = Kind<unknown> & { readonly path: string }

interface DetailObject {
  readonly metadata: ObjectMeta
}

/** The part of a request scope that details take: the cluster, and the features that inclusions come from. */
export interface DetailScope extends ClusterScope {
  readonly relations: { readonly related: (kind: DetailKind, object: DetailObject) => Promise<Related> }
  readonly diagnosis: {
    readonly object: (kind: DetailKind, object: DetailObject, now: number) => Promise<IncludedDiagnosis>
  }
}

/** Members of an inclusion, and the time at which they change by themselves, in milliseconds since 1970. */
interface IncludedMembers {
  readonly members: object
  readonly expiresAt: number
}

/** An object whose detail has inclusions. */
interface IncludingObject {
  readonly kind: DetailKind
  readonly object: DetailObject
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Members that a detail has on request: `include=<name>`. */
interface DetailInclusion {
  readonly name: string
  readonly members: Readonly<Record<string, JSONSchema>>
  readonly read: (scope: DetailScope, including: IncludingObject) => Promise<IncludedMembers>
}

/** The register of inclusions. One is added by its row, and by the feature that it reads from in `DetailScope`. */
const detailInclusions: readonly DetailInclusion[] = [
  {
    name: 'related',
    members: relatedMembers,
    read: async ({ relations }, { kind, object }) => ({
      members: await relations.related(kind, object),
      expiresAt: Infinity,
    }),
  },
  {
    name: 'diagnosis',
    members: diagnosisMembers,
    read: async ({ diagnosis }, { kind, object, now }) => diagnosis.object(kind, object, now),
  },
]

/** Parameter of every detail. */
export const includeParameter = {
  include: {
    type: 'array',
    items: { type: 'string', enum: detailInclusions.map(({ name }) => name) },
    minItems: 1,
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
interface ProjectedDetail<V> extends IncludingObject {
  readonly detail: V
  /** Time at which the detail changes by itself, in milliseconds since 1970. */
  readonly expiresAt: number
}

/** Serializes a detail, with the members of the inclusions of these names. */
export async function detailBody<V extends object>(
  scope: DetailScope,
  { detail, expiresAt, ...including }: ProjectedDetail<V>,
  include: readonly string[] = [],
): Promise<SerializedBody<V>> {
  const inclusions = detailInclusions.filter(({ name }) => include.includes(name))
  const included = await Promise.all(inclusions.map(async ({ read }) => read(scope, including)))
  // Members of inclusions are declared beside those of the detail.
  const body = Object.assign({}, detail, ...included.map(({ members }) => members)) as V
  return SerializedBody.of(body, Math.min(expiresAt, ...included.map((one) => one.expiresAt)))
}

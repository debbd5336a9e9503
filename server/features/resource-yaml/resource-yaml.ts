import { stringify } from 'yaml'
import type { Kind } from '../../cluster/kind.ts'
import type { Discovery } from '../../cluster/discovery/discovery.ts'
import type { ServedType } from '../../cluster/discovery/served-types.ts'
import type { Cluster } from '../../cluster/read/cluster.ts'
import { InvalidRequestError } from '../../core/errors.ts'
import { isDns1123Subdomain } from '../../core/formats/names.ts'
import { isObject } from '../../core/json.ts'
import { kinds } from '../../kinds/register.ts'
import { maskObject } from './mask.ts'

/** An object that is named by any type that the cluster serves. */
export interface ManifestQuery {
  readonly type: string
  readonly name: string
  readonly namespace: string | undefined
  readonly managedFields: boolean
}

/** An object as YAML, with JSON Pointers of the values that are masked in it. */
export interface Manifest {
  readonly yaml: string
  readonly masked: readonly string[]
}

const RBAC = 'rbac.authorization.k8s.io'

/** API groups of Kubernetes itself; every other group is of custom resources or an aggregated API. */
const BUILT_IN =
  /^(?:|apps|batch|autoscaling|policy|extensions|(?:admissionregistration|apiextensions|apiregistration|authentication|authorization|certificates|coordination|discovery|events|networking|node|resource|scheduling|storage|storagemigration|rbac\.authorization)\.k8s\.io|(?:flowcontrol|internal)\.apiserver\.k8s\.io)$/

/**
 * Returns an object as YAML, read from the API server. Throws InvalidRequestError for a type that the cluster does not serve, and
 * for a name or a namespace that its type does not have.
 */
export async function readManifest(
  cluster: Cluster,
  discovery: Discovery,
  query: ManifestQuery,
  signal: AbortSignal,
): Promise<Manifest> {
  const { type, failedGroups } = await discovery.find(query.type, signal)
  if (type === undefined) throw unknownType(query.type, failedGroups)
  if (!type.verbs.includes('get'))
    throw invalid('path', 'type', `"${query.type}" (${qualified(type)}) has no objects that can be read`)
  const kind = kindOf(type)
  const object = await cluster.get(kind, refOf(kind, query))
  const { apiGroup, version } = type
  const apiVersion = apiGroup === '' ? version : `${apiGroup}/${version}`
  const { metadata } = object
  const whole = {
    apiVersion,
    kind: type.kind,
    ...object,
    ...(isObject(metadata) ? { metadata: metadataOf(metadata, query.managedFields) } : {}),
  }
  const { object: manifest, masked } = maskObject(whole, kind.custom === true)
  return { yaml: yamlOf(manifest), masked }
}

type ServedObject = Readonly<Record<string, unknown>>

function kindOf(type: ServedType): Kind<ServedObject> {
  const { kind, apiGroup, version, plural, namespaced } = type
  const registered = kinds.find((one) => one.plural === plural && one.apiGroup === apiGroup)
  return {
    kind,
    apiGroup,
    version,
    plural,
    namespaced,
    uncachedDetails: true,
    exactNumbers: true,
    ...(apiGroup === RBAC ? { freeNames: true } : {}),
    ...(BUILT_IN.test(apiGroup) ? {} : { custom: true }),
    ...(registered?.rbacGroups === undefined ? {} : { rbacGroups: registered.rbacGroups }),
    // Values that no detail has are not in the YAML either.
    ...(registered?.sizes?.inDetails === true ? { sizes: registered.sizes } : {}),
  }
}

function refOf(
  { namespaced, freeNames, plural }: Kind<unknown>,
  { name, namespace }: ManifestQuery,
): { name: string; namespace?: string } {
  if (freeNames !== true && !isDns1123Subdomain(name))
    throw invalid('path', 'name', `must be an RFC 1123 subdomain, as all names of ${plural}`)
  if (!namespaced) return { name }
  if (namespace === undefined) throw invalid('query', 'namespace', `is required: ${plural} are in namespaces`)
  return { name, namespace }
}

function metadataOf(metadata: Readonly<Record<string, unknown>>, withManagedFields: boolean): object {
  if (withManagedFields) return metadata
  const { managedFields: _, ...rest } = metadata
  return rest
}

/** Writes YAML as kubectl does: keys in order, lists not indented, and texts quoted that YAML 1.1 or 1.2 would read otherwise. */
function yamlOf(object: unknown): string {
  return stringify(object, {
    sortMapEntries: true,
    indentSeq: false,
    lineWidth: 0,
    compat: 'yaml-1.1',
    aliasDuplicateObjects: false,
  })
}

function unknownType(type: string, failedGroups: readonly string[]): InvalidRequestError {
  const failed = failedGroups.map((group) => `"${group}"`).join(', ')
  const unknown = failed === '' ? '' : `; the API of ${failed} does not answer, and its types are unknown`
  return invalid('path', 'type', `"${type}" is no type that the cluster serves${unknown}`)
}

function qualified({ plural, apiGroup }: ServedType): string {
  return apiGroup === '' ? plural : `${plural}.${apiGroup}`
}

function invalid(place: 'path' | 'query', name: string, message: string): InvalidRequestError {
  return new InvalidRequestError([{ in: place, name, message }])
}

import { isObject, objectIn, stringsOf } from '../../core/json.ts'

/** A type of objects that an API server serves, as discovery describes it. */
export interface ServedType {
  readonly apiGroup: string
  readonly version: string
  readonly kind: string
  readonly plural: string
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly namespaced: boolean
  readonly verbs: readonly string[]
}

/** Types in the order of discovery: groups by their priority, the preferred version of each first. */
export type ServedTypes = readonly ServedType[]

/** The types of one response, and the groups of which it has none because their API does not answer. */
export interface DiscoveredTypes {
  readonly types: ServedTypes
  readonly failedGroups: readonly string[]
}

/** Names in paths come from discovery, which a proxy or an aggregated API may have written. */
const GROUP = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/
const VERSION = /^v[0-9][a-z0-9]{0,30}$/
const RESOURCE = /^[a-z0-9][-a-z0-9]{0,252}$/
const KIND = /^[A-Za-z][A-Za-z0-9]{0,252}$/

/** Reads a list of apidiscovery.k8s.io/v2 (KEP-3352); undefined if the document is another. What is malformed is left out. */
export function typesOfAggregated(document: unknown): DiscoveredTypes | undefined {
  if (!isObject(document) || document['kind'] !== 'APIGroupDiscoveryList') return undefined
  const types: ServedType[] = []
  const failedGroups: string[] = []
  for (const group of objectsIn(document['items'])) {
    const apiGroup = textIn(objectIn(group, 'metadata'), 'name')
    if (apiGroup !== '' && !GROUP.test(apiGroup)) continue
    for (const entry of objectsIn(group['versions'])) {
      if (entry['freshness'] === 'Stale') failedGroups.push(apiGroup)
      const version = textIn(entry, 'version')
      for (const resource of objectsIn(entry['resources'])) {
        const kind = textIn(objectIn(resource, 'responseKind'), 'kind')
        const type = {
          apiGroup,
          version,
          kind,
          plural: textIn(resource, 'resource'),
          singular: textIn(resource, 'singularResource'),
          namespaced: resource['scope'] === 'Namespaced',
          ...listsIn(resource),
        }
        if (isWellFormed(type)) types.push(type)
      }
    }
  }
  return { types, failedGroups: [...new Set(failedGroups)] }
}

/** Reads an APIResourceList (meta/v1) of one group and version, of a server without aggregated discovery. */
export function typesOfResourceList(document: unknown, apiGroup: string, version: string): ServedTypes {
  if (!isObject(document) || document['kind'] !== 'APIResourceList') return []
  return objectsIn(document['resources'])
    .map((resource) => ({
      apiGroup,
      version,
      kind: textIn(resource, 'kind'),
      plural: textIn(resource, 'name'),
      singular: textIn(resource, 'singularName'),
      namespaced: resource['namespaced'] === true,
      ...listsIn(resource),
    }))
    .filter(isWellFormed)
}

/** Reads an APIGroupList (meta/v1): the groups with their versions, the preferred version of each first. */
export function groupVersionsOf(document: unknown): { apiGroup: string; version: string }[] {
  if (!isObject(document)) return []
  return objectsIn(document['groups']).flatMap((group) => {
    const apiGroup = textIn(group, 'name')
    const preferred = textIn(objectIn(group, 'preferredVersion'), 'version')
    const others = objectsIn(group['versions']).map((one) => textIn(one, 'version'))
    return [...new Set([preferred, ...others])]
      .filter((version) => GROUP.test(apiGroup) && VERSION.test(version))
      .map((version) => ({ apiGroup, version }))
  })
}

/**
 * Finds a type by any name that kubectl takes: plural, singular, short name or kind, in any case, with its group or its version
 * and group behind a dot. Of several, the first in the order of discovery; its plural or singular comes before the short name of
 * another. Source: kubectl, resource.Builder; apimachinery, DefaultRESTMapper.
 */
export function findType(types: ServedTypes, name: string): ServedType | undefined {
  const [resource = '', ...rest] = name.toLowerCase().split('.')
  const [version = '', ...groupParts] = rest
  const candidates =
    rest.length === 0
      ? types
      : (ofGroup(types, groupParts.join('.'), version) ?? ofGroup(types, rest.join('.'), undefined) ?? [])
  return (
    candidates.find(({ plural, singular }) => plural === resource || singular === resource) ??
    candidates.find(({ shortNames }) => shortNames.includes(resource)) ??
    candidates.find(({ kind }) => kind.toLowerCase() === resource)
  )
}

/** Returns the types of a group, or of the only group that begins with this text; undefined if there are none. */
function ofGroup(types: ServedTypes, group: string, version: string | undefined): ServedTypes | undefined {
  const right = types.filter((type) => version === undefined || type.version === version)
  const exact = right.filter(({ apiGroup }) => apiGroup === group)
  if (exact.length > 0) return exact
  const begun = right.filter(({ apiGroup }) => group !== '' && apiGroup.startsWith(group))
  const groups = new Set(begun.map(({ apiGroup }) => apiGroup))
  return groups.size === 1 ? begun : undefined
}

function isWellFormed({ version, plural, kind }: ServedType): boolean {
  // A slash in a plural is that of a subresource.
  return VERSION.test(version) && RESOURCE.test(plural) && KIND.test(kind)
}

function listsIn(resource: Readonly<Record<string, unknown>>): Pick<ServedType, 'shortNames' | 'verbs'> {
  return { shortNames: stringsOf(resource['shortNames']), verbs: stringsOf(resource['verbs']) }
}

function objectsIn(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function textIn(object: Readonly<Record<string, unknown>>, key: string): string {
  const value = object[key]
  return typeof value === 'string' ? value : ''
}

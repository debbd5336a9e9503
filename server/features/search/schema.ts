import type { FromSchema } from 'json-schema-to-ts'
import { namespaceName } from '../../api/schemas/common.ts'
import { listOptions, pageFields } from '../../api/schemas/parameters.ts'
import { kinds } from '../../kinds/register.ts'
import { unavailableSection } from '../../api/schemas/unavailable.ts'

const text = { type: 'string' } as const

/** Fields that are searched, in the order of their ranks. */
export const searchedFields = ['name', 'label', 'image', 'address', 'node', 'annotation'] as const

/** Bytes of an object that are searched. */
export const MAX_BYTES = 512

export const DEFAULT_LIMIT = 20

/** The kinds that are searched: those with a list. */
export const searchedKinds = kinds.filter(({ declaration }) => declaration.list !== false)

export const searchQuery = {
  type: 'object',
  additionalProperties: false,
  required: ['q'],
  properties: {
    q: {
      type: 'string',
      format: 'search-text',
      description:
        'Text to find, at most 256 characters: a part of a name, a label (`key`, `value` or `key=value`), an image, an address, a node or the key of an annotation. Upper and lower case are the same',
    },
    namespace: {
      ...namespaceName,
      description:
        'Omitted: all namespaces the service may read. Kinds without namespaces are searched in any case',
    },
    kinds: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', enum: searchedKinds.map(({ path }) => path) },
      description: 'Kinds, separated by commas; omitted: all',
    },
    limit: {
      ...listOptions.limit,
      maximum: 100,
      description: `At most this many results; omitted: ${DEFAULT_LIMIT}`,
    },
    continue: {
      ...listOptions.continue,
      description: 'The `continue` token of the previous page (opaque) of the same search',
    },
  },
} as const

const searchResult = {
  title: 'SearchResult',
  type: 'object',
  additionalProperties: false,
  required: ['kind', 'name', 'match'],
  properties: {
    kind: { ...text, description: 'As `Deployment`' },
    name: text,
    namespace: { ...text, description: 'Absent for kinds without namespaces' },
    match: {
      title: 'SearchMatch',
      type: 'object',
      additionalProperties: false,
      required: ['field', 'value'],
      properties: {
        field: {
          type: 'string',
          enum: searchedFields,
          description:
            '`address`: an IP address or host name of a Pod, its host, a Service, a load balancer or a Node; `node`: the node of a Pod; `annotation`: the key of an annotation',
        },
        value: { ...text, description: 'The whole text in which `q` was found; of a label `key=value`' },
      },
    },
    status: { ...text, description: "`status` of the kind's list; absent for kinds without" },
  },
} as const

/** Response of GET /api/search. */
export const searchResults = {
  title: 'SearchResults',
  type: 'object',
  additionalProperties: false,
  required: ['results', 'total', 'unavailable'],
  properties: {
    results: {
      type: 'array',
      items: searchResult,
      description:
        'Objects with this name first, then those whose name begins with `q`, or contains it, then by `match.field` in the order of its values; then by kind, namespace and name',
    },
    total: { type: 'integer', minimum: 0, description: 'Number of results on all pages' },
    unavailable: {
      type: 'array',
      items: unavailableSection,
      description: 'The kinds that could not be listed: they are not searched',
    },
    syncing: {
      type: 'array',
      items: text,
      description: 'Kinds that were still being read after 3 s: ask again. Absent if there are none',
    },
    continue: pageFields.continue,
  },
} as const

export type SearchQuery = FromSchema<typeof searchQuery>
export type SearchResults = FromSchema<typeof searchResults>
export type SearchResult = SearchResults['results'][number]
export type SearchedField = (typeof searchedFields)[number]

/** Object of a kind as a search sees it. */
export const searchEntry = {
  title: 'SearchEntry',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'text', 'lowerText'],
  properties: {
    name: text,
    namespace: text,
    status: text,
    text: { ...text, description: 'The texts it is found by, each after the mark of its field' },
    lowerText: { ...text, description: 'The same in lower case' },
  },
} as const

export type SearchEntry = Readonly<FromSchema<typeof searchEntry>>

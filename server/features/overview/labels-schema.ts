import type { FromSchema } from 'json-schema-to-ts'
import { namespaceName, stringMap } from '../../api/schemas/common.ts'
import { listOptions } from '../../api/schemas/parameters.ts'
import { unavailableSection } from '../../api/schemas/unavailable.ts'

const text = { type: 'string' } as const
const count = { type: 'integer', minimum: 0 } as const

/** Maximum length of `resources`. */
export const MAX_RESOURCES = 1000

export const labelsQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    namespace: { ...namespaceName, description: 'Omitted: all namespaces the service may read' },
    selector: {
      ...listOptions.labelSelector,
      description: 'Only objects that this Kubernetes label selector selects, which are in `resources` then',
    },
  },
} as const

const labelSummary = {
  title: 'LabelSummary',
  type: 'object',
  additionalProperties: false,
  required: ['key', 'values', 'totalCount', 'resourceTypes'],
  properties: {
    key: text,
    values: {
      type: 'array',
      items: {
        title: 'LabelValue',
        type: 'object',
        additionalProperties: false,
        required: ['value', 'count'],
        properties: { value: text, count: { ...count, description: 'Number of objects with this value' } },
      },
      description: 'The most frequent value first',
    },
    totalCount: { ...count, description: 'Number of objects with this key' },
    resourceTypes: {
      type: 'array',
      items: text,
      description: 'The kinds with this key, as in paths: `deployments`',
    },
  },
} as const

/** An object in `resources`. */
export const labelledResource = {
  title: 'LabelledResource',
  type: 'object',
  additionalProperties: false,
  required: ['kind', 'name', 'namespace', 'labels'],
  properties: { kind: text, name: text, namespace: text, labels: stringMap },
} as const

/** Response of GET /api/labels. */
export const labelList = {
  title: 'LabelList',
  type: 'object',
  additionalProperties: false,
  required: ['labels', 'totalResources', 'unavailable'],
  properties: {
    labels: { type: 'array', items: labelSummary, description: 'Ordered by key' },
    resources: {
      type: 'array',
      items: labelledResource,
      description: `The selected objects, at most ${MAX_RESOURCES}; only with \`selector\``,
    },
    truncated: {
      type: 'boolean',
      description: 'Whether `resources` leaves out objects; only with `selector`',
    },
    totalResources: { ...count, description: 'Number of selected objects, with labels or without' },
    unavailable: {
      type: 'array',
      items: unavailableSection,
      description: 'The kinds that could not be listed: they are not counted',
    },
  },
} as const

export type LabelList = FromSchema<typeof labelList>
export type LabelSummary = FromSchema<typeof labelSummary>
export type LabelledResource = FromSchema<typeof labelledResource>

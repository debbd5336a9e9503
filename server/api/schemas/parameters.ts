import { namespaceName, objectName } from './common.ts'

/** Query and path parameters that several routes accept. */
export const context = {
  type: 'string',
  format: 'context-name',
  description: 'Name of a context; omitted: the default context',
} as const

export const namedParams = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name: objectName },
} as const

export const namespaceQuery = {
  type: 'object',
  additionalProperties: false,
  required: ['namespace'],
  properties: { namespace: namespaceName },
} as const

/** Parameters of every list, besides its own filters. */
export const listOptions = {
  labelSelector: {
    type: 'string',
    format: 'label-selector',
    description: 'A Kubernetes label selector: `=`, `==`, `!=`, `in`, `notin`, `>`, `<`, `key`, `!key`',
  },
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: 5000,
    description: 'At most this many items; a page may be shorter while `continue` is there',
  },
  continue: {
    type: 'string',
    minLength: 1,
    maxLength: 6000,
    description:
      'The `continue` token of the previous page (opaque), only with `limit`; 410 if it has expired',
  },
} as const

export const namespacedListQuery = {
  type: 'object',
  additionalProperties: false,
  required: ['namespace'],
  dependentRequired: { continue: ['limit'] },
  properties: { namespace: namespaceName, ...listOptions },
} as const

export const clusterListQuery = {
  type: 'object',
  additionalProperties: false,
  dependentRequired: { continue: ['limit'] },
  properties: listOptions,
} as const

/** Fields of a list response besides its array, only if `limit` was set. */
export const pageFields = {
  continue: { type: 'string', description: 'Token for the next page: send it as `continue`' },
  remaining: { type: 'integer', minimum: 0, description: 'Number of items after this page, if known' },
} as const

export const restartBody = {
  title: 'RestartRequest',
  type: 'object',
  additionalProperties: false,
  required: ['namespace'],
  properties: { namespace: namespaceName },
} as const

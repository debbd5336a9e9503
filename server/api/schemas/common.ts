/** Schemas that several resources share. The `format` names are implemented in api/formats.ts. */
export const timestamp = {
  type: 'string',
  format: 'timestamp',
  description: 'ISO 8601 UTC, whole seconds',
} as const

export const stringMap = {
  type: 'object',
  additionalProperties: { type: 'string' },
} as const

export const annotations = {
  ...stringMap,
  description:
    'In values that are copies of an object, environment values, commands, arguments and data of Secrets are `(masked)`; copies that cannot be parsed are masked as a whole',
} as const

export const namespaceName = {
  type: 'string',
  format: 'dns1123-label',
  description: 'A namespace (RFC 1123 label)',
  examples: ['default'],
} as const

export const objectName = {
  type: 'string',
  format: 'dns1123-subdomain',
  description: 'The name of the object (RFC 1123 subdomain)',
} as const

/** Methods of authentication, as auth/caller.ts names them. */
export const authMethod = { enum: ['port-forward', 'local', 'token', 'oidc', 'github', 'proxy'] } as const

export const age = {
  type: 'string',
  description: "kubectl's age cut after its first unit: `119s`, `5m`, `47h`, `7d`, `2y`",
} as const

export const quantity = { type: 'string', description: 'A Kubernetes quantity: `100m`, `128Mi`' } as const

export const quantities = { type: 'object', additionalProperties: quantity } as const

/** Requests and limits of a container; usually `cpu` and `memory`, possibly other resources. */
export const resources = {
  title: 'ResourceRequirements',
  type: 'object',
  additionalProperties: false,
  required: ['requests', 'limits'],
  properties: { requests: quantities, limits: quantities },
} as const

export const ownerReferences = {
  type: 'array',
  items: {
    title: 'OwnerReference',
    type: 'object',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'name', 'uid', 'controller'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      name: { type: 'string' },
      uid: { type: 'string' },
      controller: { type: 'boolean' },
    },
  },
} as const

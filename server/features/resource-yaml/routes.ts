import { defineNegotiated } from '../../api/define-route.ts'
import { namespaceName } from '../../api/schemas/common.ts'
import type { Manifest, ManifestQuery } from './resource-yaml.ts'

/** Reads objects of any type in the context of the request. */
export interface ManifestReader {
  manifest(query: ManifestQuery): Promise<Manifest>
}

/** Response of GET /api/resources/{type}/{name}/yaml as JSON. */
const resourceYaml = {
  title: 'ResourceYaml',
  type: 'object',
  additionalProperties: false,
  required: ['yaml', 'masked'],
  properties: {
    yaml: {
      type: 'string',
      description: 'The object, with its keys in order as `kubectl get -o yaml` prints them',
    },
    masked: {
      type: 'array',
      items: { type: 'string' },
      description: 'JSON Pointers (RFC 6901) of the values that are masked',
    },
  },
} as const

const params = {
  type: 'object',
  additionalProperties: false,
  required: ['type', 'name'],
  properties: {
    type: {
      type: 'string',
      minLength: 1,
      maxLength: 253,
      pattern: '^[A-Za-z0-9](?:[-A-Za-z0-9.]*[A-Za-z0-9])?$',
      description:
        'Plural, singular, short name or kind; with `.<group>` or `.<version>.<group>` behind it where several have it',
      examples: ['deployments'],
    },
    name: {
      type: 'string',
      format: 'path-segment',
      description: 'The name of the object; `:` and upper case only for types of RBAC',
    },
  },
} as const

const query = {
  type: 'object',
  additionalProperties: false,
  properties: {
    namespace: namespaceName,
    managedFields: { type: 'boolean', default: false, description: 'Include `metadata.managedFields`' },
  },
} as const

export const resourceYamlRoutes = [
  defineNegotiated({
    method: 'GET',
    path: '/api/resources/{type}/{name}/yaml',
    summary: 'Get any object as YAML',
    operationId: 'getResourceYaml',
    description:
      'Any type that the cluster serves, custom resources included, by any name that kubectl takes: `deployments`, `deploy`, `Deployment`, `certificates.cert-manager.io`. `namespace` is required for types of objects in namespaces, and ignored for others. The object is read from the API server; `managedFields` are left out unless they are asked for. Values of Secrets are masked, also of those embedded in other objects; so are texts of custom resources that are named like credentials, and user information in URLs.',
    params,
    query,
    types: [
      { type: 'application/json', schema: resourceYaml },
      { type: 'application/yaml', schema: { type: 'string' } },
    ],
    audience: 'cluster-authorized',
    access: [],
    problems: ['FORBIDDEN', 'NOT_FOUND', 'INTERNAL_ERROR'],
    handle: async (
      { params, query, mediaType },
      { resourceYaml: reader }: { readonly resourceYaml: ManifestReader },
    ) => {
      const { managedFields, namespace } = query
      const manifest = await reader.manifest({ ...params, namespace, managedFields })
      return { text: mediaType === 'application/yaml' ? manifest.yaml : JSON.stringify(manifest) }
    },
  }),
]

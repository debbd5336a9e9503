import { defineRoute } from '../../api/define-route.ts'
import { namedParams, namespaceQuery } from '../../api/schemas/parameters.ts'
import { right } from '../../kinds/define-kind.ts'
import type { Right } from '../../kinds/rbac-table.ts'
import { secrets } from '../../kinds/secrets/kind.ts'
import { secretValues, type SecretValues } from './schema.ts'

/** Reads the values of a Secret in the context of the request. */
export interface SecretReader {
  values(ref: { namespace: string; name: string }): Promise<SecretValues>
}

export const secretValuesRoutes = [
  defineRoute({
    method: 'GET',
    path: '/api/secrets/{name}/values',
    summary: 'Get the values of a Secret',
    operationId: 'getSecretValues',
    description:
      'Switched off unless `secrets.reveal` is set; requires membership of a group in `secrets.revealGroups`. Each read is recorded in the audit log before it happens. Never served: Secrets in the namespace of this service, tokens of ServiceAccounts and of bootstrap, and records of Helm releases. The response is not stored anywhere, and other sites cannot request it.',
    params: namedParams,
    query: namespaceQuery,
    response: secretValues,
    example: {
      name: 'storefront',
      namespace: 'shop',
      type: 'Opaque',
      values: { 'api-url': { value: 'https://payments.example', encoding: 'utf-8' } },
    },
    audience: 'cluster-authorized',
    crossSite: 'refuse',
    problems: ['CONFLICT', 'NOT_CONFIGURED', 'UNAVAILABLE'],
    access: [right('get', secrets) as Right],
    handle: async ({ params, query }, { secretValues: reader }: { readonly secretValues: SecretReader }) =>
      reader.values({ name: params.name, namespace: query.namespace }),
  }),
]

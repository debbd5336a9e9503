import { defineRoute } from '../../api/define-route.ts'
import { namedParams, namespaceQuery } from '../../api/schemas/parameters.ts'
import type { Kind } from '../../cluster/kind.ts'
import { right, type KindRoute } from '../define-kind.ts'
import { detailBody, includeParameter, withInclusions, type DetailScope } from '../detail-inclusions.ts'
import { endpointSlices } from '../endpointslices/kind.ts'
import { samples as slices } from '../endpointslices/samples.ts'
import { sliceEndpoints } from '../endpointslices/projections.ts'
import { EXAMPLE_TIME } from '../kind-routes.ts'
import { checked } from '../shared/checked.ts'
import { ageExpiresAt } from '../shared/metadata.ts'
import type { Service } from './model.ts'
import { serviceDetail } from './projections.ts'
import { samples } from './samples.ts'
import { serviceDetail as serviceDetailSchema } from './schema.ts'

/** Label of an EndpointSlice: the name of its Service. Source: discovery/v1, LabelServiceName. */
const SERVICE_NAME = 'kubernetes.io/service-name'

const checkedDetail = checked('Service', serviceDetailSchema, serviceDetail)

/** Returns the routes of Services besides those of every kind. */
export function serviceRoutes(services: Kind<Service> & { readonly path: string }): readonly KindRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/services/{name}',
      summary: 'Get a Service, with the addresses of its endpoints',
      operationId: 'getService',
      params: namedParams,
      query: { ...namespaceQuery, properties: { ...namespaceQuery.properties, ...includeParameter } },
      response: withInclusions(serviceDetailSchema),
      example: () => serviceDetail(samples[0], slices.map(sliceEndpoints), EXAMPLE_TIME),
      audience: 'cluster-authorized',
      cacheable: true,
      access: [right('get', services), right('list', endpointSlices)],
      handle: async ({ params: { name }, query: { namespace, include }, now }, scope: DetailScope) => {
        const { cluster } = scope
        const service = await cluster.get(services, { namespace, name })
        const endpoints = await cluster.list(
          endpointSlices,
          { namespace, labelSelector: `${SERVICE_NAME}=${name}` },
          (slice) => endpointSlices.summary.project(slice, now),
        )
        const detail = checkedDetail(service, endpoints, now)
        const projected = {
          kind: services,
          object: service,
          now,
          detail,
          expiresAt: ageExpiresAt(service, now),
        }
        return detailBody(scope, projected, include)
      },
    }),
  ]
}

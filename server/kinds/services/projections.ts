import { mergeEndpoints } from '../endpointslices/projections.ts'
import type { Endpoints } from '../endpointslices/schema.ts'
import { commonDetail, commonSummary, ownerReferences } from '../shared/metadata.ts'
import { omitEmpty } from '../shared/omit-empty.ts'
import type { Service } from './model.ts'
import type { ServiceDetail, ServiceSummary } from './schema.ts'

/** Projects a Service for lists; `now` in milliseconds since 1970. */
export function serviceSummary(service: Service, now: number): ServiceSummary {
  return { ...commonSummary(service.metadata, now), ...fieldsOf(service) }
}

/** Projects a Service for its detail response, with the endpoints of each of its slices. */
export function serviceDetail(service: Service, slices: readonly Endpoints[], now: number): ServiceDetail {
  const { metadata } = service
  return {
    name: metadata.name,
    ...commonDetail(metadata, now),
    ...fieldsOf(service),
    endpoints: mergeEndpoints(slices),
    ownerReferences: ownerReferences(metadata),
  }
}

function fieldsOf({ metadata, spec, status }: Service) {
  return {
    namespace: metadata.namespace ?? '',
    type: spec?.type ?? 'ClusterIP',
    clusterIPs: [...(spec?.clusterIPs ?? [])],
    externalIPs: [...(spec?.externalIPs ?? [])],
    loadBalancer: {
      ingress: (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) =>
        omitEmpty({ ip: ip || undefined, hostname: hostname || undefined }),
      ),
    },
    ports: (spec?.ports ?? []).map(({ name, protocol, port, targetPort, nodePort }) => ({
      protocol: protocol ?? 'TCP',
      port,
      ...omitEmpty({ name: name || undefined, targetPort, nodePort: nodePort || undefined }),
    })),
    selector: spec?.selector ?? {},
    ...omitEmpty({
      clusterIP: spec?.clusterIP || undefined,
      externalName: spec?.externalName || undefined,
    }),
  }
}

import { loadBalancerAddresses } from '../shared/load-balancer.ts'
import { commonDetail, commonSummary, ownerReferences } from '../shared/metadata.ts'
import { omitEmpty } from '../shared/omit-empty.ts'
import type { Ingress, IngressBackend } from './model.ts'
import type { IngressDetail, IngressSummary } from './schema.ts'

/** Projects an Ingress for lists; `now` in milliseconds since 1970. */
export function ingressSummary(ingress: Ingress, now: number): IngressSummary {
  return { ...commonSummary(ingress.metadata, now), ...fieldsOf(ingress) }
}

/** Projects an Ingress for its detail response; `now` in milliseconds since 1970. */
export function ingressDetail(ingress: Ingress, now: number): IngressDetail {
  const { metadata } = ingress
  return {
    name: metadata.name,
    ...commonDetail(metadata, now),
    ...fieldsOf(ingress),
    ownerReferences: ownerReferences(metadata),
  }
}

function fieldsOf({ metadata, spec, status }: Ingress) {
  const rules = (spec?.rules ?? []).map(({ host, http }) => ({
    paths: (http?.paths ?? []).map(({ path, pathType, backend }) => ({
      pathType: pathType ?? 'ImplementationSpecific',
      ...omitEmpty({ path: path || undefined }),
      ...backendOf(backend),
    })),
    ...omitEmpty({ host: host || undefined }),
  }))
  return {
    namespace: metadata.namespace ?? '',
    hosts: [...new Set(rules.flatMap(({ host }) => host ?? []))],
    rules,
    tls: (spec?.tls ?? []).map(({ hosts, secretName }) => ({
      hosts: [...(hosts ?? [])],
      ...omitEmpty({ secretName: secretName || undefined }),
    })),
    addresses: loadBalancerAddresses(status?.loadBalancer),
    ...omitEmpty({
      className: spec?.ingressClassName,
      defaultBackend: spec?.defaultBackend && backendOf(spec.defaultBackend),
    }),
  }
}

function backendOf(backend: IngressBackend | null | undefined): NonNullable<IngressDetail['defaultBackend']> {
  const { service, resource } = backend ?? {}
  return omitEmpty({
    service: service && {
      name: service.name ?? '',
      // Of name and number, one is set.
      ...omitEmpty({ port: service.port?.name || service.port?.number || undefined }),
    },
    resource: resource && {
      kind: resource.kind ?? '',
      name: resource.name ?? '',
      ...omitEmpty({ apiGroup: resource.apiGroup }),
    },
  })
}

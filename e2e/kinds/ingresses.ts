import type { Ingress, IngressBackend } from '../../server/kinds/ingresses/model.ts'
import type { KindFixture } from './fixture.ts'
import { annotations, cell, expectedDetail, expectedSummary, labelPatch, labels } from './parts.ts'

export const ingresses: KindFixture<Ingress> = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  plural: 'ingresses',
  path: 'ingress',
  namespaced: true,
  event: 'ingress',
  listed: 'everywhere',
  stem: 'ingress',
  make: (random, { namespace = '', name }) =>
    ingress(
      namespace,
      name,
      {
        ...(random.chance(0.5) ? { ingressClassName: 'nobody' } : {}),
        rules: [rule(random.pick(['a.example.com', 'b.example.com']), '/', 'web')],
      },
      { labels: labels(random), annotations: annotations(random) },
    ),
  listItem: (one) => ({ ...expectedSummary(one), ...fieldsOf(one) }),
  detail: (one) => ({ ...expectedDetail(one), ...fieldsOf(one) }),
  columns: (item) => ({
    NAME: String(item['name']),
    CLASS: cell(item['className'], '<none>'),
    HOSTS: hostsText((item['rules'] as { host?: string }[]).map(({ host }) => host)),
    ADDRESS: shortened([...new Set(item['addresses'] as string[])].toSorted().join(',')),
    PORTS: (item['tls'] as unknown[]).length === 0 ? '80' : '80, 443',
  }),
  cachedRead: ({ namespace }) => `/api/ingress?namespace=${namespace}&limit=1`,
  objects: ({ namespace }) => [
    ingress(namespace, 'example', {
      ingressClassName: 'nobody',
      tls: [
        { hosts: ['a.example.com', 'b.example.com'], secretName: 'example-tls' },
        { hosts: ['*.example.org'] },
      ],
      rules: [
        rule('a.example.com', '/', 'http'),
        rule('b.example.com', '/b', 8080),
        { host: '*.example.org' },
        rule('a.example.com', '/again', 80),
        rule('e.example.com', '/', 80),
      ],
    }),
    ingress(namespace, 'fallback', { defaultBackend: { service: { name: 'web', port: { number: 80 } } } }),
    ingress(
      namespace,
      'annotated',
      { rules: [rule(undefined, '/', 80)] },
      { annotations: { 'kubernetes.io/ingress.class': 'nobody' } },
    ),
    ingress(namespace, 'of-objects', {
      defaultBackend: { resource: { apiGroup: 'example.com', kind: 'Bucket', name: 'static' } },
      rules: [
        {
          host: 'files.example.com',
          http: {
            paths: [
              {
                pathType: 'ImplementationSpecific',
                backend: { resource: { apiGroup: 'example.com', kind: 'Bucket', name: 'files' } },
              },
            ],
          },
        },
      ],
    }),
  ],
  inShop: () => 'example',
  churn: {
    names: 4,
    created: 3,
    deleted: 1,
    changes: [
      { weight: 2, patch: labelPatch },
      {
        weight: 2,
        patch: (random) => ({ spec: { rules: [rule('c.example.com', `/${random.below(9)}`, 80)] } }),
      },
      {
        weight: 2,
        subresource: 'status',
        patch: (random) => ({
          status: {
            loadBalancer: {
              ingress: random.pick([
                [{ ip: `192.0.2.${1 + random.below(9)}` }],
                [{ hostname: 'edge.example.com' }, { ip: '192.0.2.10' }],
              ]),
            },
          },
        }),
      },
    ],
  },
}

function ingress(namespace: string, name: string, spec: object, metadata: object = {}) {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name, namespace, ...metadata },
    spec,
  }
}

function rule(host: string | undefined, path: string, port: string | number) {
  const backend = {
    service: { name: 'web', port: typeof port === 'string' ? { name: port } : { number: port } },
  }
  return {
    ...(host === undefined ? {} : { host }),
    http: { paths: [{ path, pathType: 'Prefix', backend }] },
  }
}

function fieldsOf({ spec, status }: Ingress) {
  const rules = spec?.rules ?? []
  return {
    ...(spec?.ingressClassName ? { className: spec.ingressClassName } : {}),
    hosts: [...new Set(rules.flatMap(({ host }) => host ?? []))],
    rules: rules.map(({ host, http }) => ({
      ...(host ? { host } : {}),
      paths: (http?.paths ?? []).map(({ path, pathType, backend }) => ({
        ...(path ? { path } : {}),
        pathType,
        ...backendOf(backend),
      })),
    })),
    tls: (spec?.tls ?? []).map(({ hosts, secretName }) => ({
      hosts: hosts ?? [],
      ...(secretName ? { secretName } : {}),
    })),
    ...(spec?.defaultBackend ? { defaultBackend: backendOf(spec.defaultBackend) } : {}),
    addresses: (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip ?? hostname),
  }
}

function backendOf(backend: IngressBackend | null | undefined) {
  const { service, resource } = backend ?? {}
  return {
    ...(service ? { service: { name: service.name, port: service.port?.number ?? service.port?.name } } : {}),
    ...(resource ? { resource } : {}),
  }
}

/** The column HOSTS. Source: k8s.io/kubernetes, printers/internalversion, formatHosts. */
function hostsText(hosts: readonly (string | undefined)[]): string {
  const first = hosts.slice(0, 3).filter((host) => host !== undefined)
  if (first.length === 0) return '*'
  const more = hosts.length - 3
  return first.join(',') + (more > 0 ? ` + ${more} more...` : '')
}

function shortened(text: string): string {
  return text.length > 16 ? `${text.slice(0, 13)}...` : text
}

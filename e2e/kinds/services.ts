import type { Service } from '../../server/kinds/services/model.ts'
import type { KindFixture, RelatedObjects } from './fixture.ts'
import { annotations, cell, expectedDetail, expectedSummary, labelPatch, labels } from './parts.ts'

export const services: KindFixture<Service> = {
  apiVersion: 'v1',
  kind: 'Service',
  plural: 'services',
  namespaced: true,
  event: 'service',
  listed: 'everywhere',
  stem: 'service',
  make: (random, { namespace = '', name }) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace, labels: labels(random), annotations: annotations(random) },
    spec: {
      type: random.pick(['ClusterIP', 'NodePort']),
      // Without a selector, the endpoints are those of the churn alone.
      ports: [
        { name: 'web', port: 80 + random.below(9), targetPort: 'web' },
        { name: 'dns', port: 53, protocol: 'UDP' },
      ],
    },
  }),
  listItem: (one) => ({ ...expectedSummary(one), ...fieldsOf(one) }),
  detail: (one, { endpointslices }) => ({
    ...expectedDetail(one),
    ...fieldsOf(one),
    endpoints: endpointsOf(one, endpointslices),
  }),
  columns: (item) => ({
    NAME: String(item['name']),
    TYPE: String(item['type']),
    'CLUSTER-IP': cell((item['clusterIPs'] as string[])[0], '<none>'),
    'EXTERNAL-IP': externalAddress(item as unknown as PrintedService),
    'PORT(S)': portsText(item['ports'] as Port[]),
  }),
  cachedRead: ({ namespace }) => `/api/services?namespace=${namespace}&limit=1`,
  objects: ({ namespace }) => [
    service(namespace, 'example', {
      selector: { app: 'steady' },
      externalIPs: ['192.0.2.7', '192.0.2.8'],
      ports: [
        { name: 'http', port: 80, targetPort: 'web' },
        { name: 'https', port: 443, targetPort: 8443 },
        { name: 'dns', port: 53, protocol: 'UDP' },
      ],
    }),
    service(namespace, 'headless', { clusterIP: 'None', selector: { app: 'steady' } }),
    service(namespace, 'external', { type: 'ExternalName', externalName: 'example.com' }),
    service(namespace, 'by-hand', { ports: [{ port: 80 }] }),
    service(namespace, 'on-nodes', { type: 'NodePort', selector: { nobody: 'here' }, ports: [{ port: 80 }] }),
    service(namespace, 'pending', { type: 'LoadBalancer', ports: [{ port: 80 }] }),
    service(namespace, 'either-family', { ipFamilyPolicy: 'PreferDualStack', ports: [{ port: 80 }] }),
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
        patch: (random) => ({ spec: { externalIPs: [`192.0.2.${1 + random.below(9)}`] } }),
      },
    ],
  },
}

function service(namespace: string, name: string, spec: object) {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name, namespace }, spec }
}

function fieldsOf({ spec, status }: Service) {
  return {
    type: spec?.type,
    ...(spec?.clusterIP ? { clusterIP: spec.clusterIP } : {}),
    clusterIPs: spec?.clusterIPs ?? [],
    externalIPs: spec?.externalIPs ?? [],
    ...(spec?.externalName ? { externalName: spec.externalName } : {}),
    loadBalancer: {
      ingress: (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ({
        ...(ip ? { ip } : {}),
        ...(hostname ? { hostname } : {}),
      })),
    },
    ports: (spec?.ports ?? []).map(({ name, protocol, port, targetPort, nodePort }) => ({
      ...(name ? { name } : {}),
      protocol,
      port,
      targetPort,
      ...(nodePort ? { nodePort } : {}),
    })),
    selector: spec?.selector ?? {},
  }
}

function endpointsOf({ metadata }: Service, all: RelatedObjects['endpointslices']) {
  const endpoints = all
    .filter(
      (slice) =>
        slice.metadata.namespace === metadata.namespace &&
        slice.metadata.labels?.['kubernetes.io/service-name'] === metadata.name,
    )
    .flatMap((slice) => slice.endpoints ?? [])
  const addresses = (isReady: boolean) =>
    endpoints
      .filter(({ conditions }) => (conditions?.ready !== false) === isReady)
      .flatMap((endpoint) => endpoint.addresses ?? [])
  const ready = [...new Set(addresses(true))].toSorted()
  const notReady = [...new Set(addresses(false))].filter((one) => !ready.includes(one)).toSorted()
  return { ready, notReady }
}

interface Port {
  port: number
  protocol: string
  nodePort?: number
}

interface PrintedService {
  type: string
  externalIPs: string[]
  externalName?: string
  loadBalancer: { ingress: { ip?: string; hostname?: string }[] }
}

/** The column EXTERNAL-IP. Source: k8s.io/kubernetes, printers/internalversion, getServiceExternalIP. */
function externalAddress({ type, externalIPs, externalName, loadBalancer }: PrintedService): string {
  if (type === 'ExternalName') return externalName ?? ''
  if (type !== 'LoadBalancer') return externalIPs.join(',') || '<none>'
  const own = loadBalancer.ingress.flatMap(({ ip, hostname }) => ip ?? hostname ?? [])
  const text = [...new Set(own)].toSorted().join(',')
  const short = text.length > 16 ? `${text.slice(0, 13)}...` : text
  return [...(short === '' ? [] : [short]), ...externalIPs].join(',') || '<pending>'
}

function portsText(ports: readonly Port[]): string {
  const texts = ports.map(({ port, protocol, nodePort }) =>
    nodePort === undefined ? `${port}/${protocol}` : `${port}:${nodePort}/${protocol}`,
  )
  return texts.join(',') || '<none>'
}

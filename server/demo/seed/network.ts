import { type KubeObject, timestamp } from '../object.ts'

const hour = 3_600_000
const day = 24 * hour

type Fields = Record<string, unknown>

function object(
  apiVersion: string,
  kind: string,
  metadata: KubeObject['metadata'],
  fields: Fields,
): KubeObject {
  return { apiVersion, kind, metadata, ...fields }
}

/** Returns the company's ways in, autoscalers, and a namespace that does not come to its end. */
export function networkObjects(now: number): KubeObject[] {
  return [...services(), ...ingresses(), ...autoscalers(now), ...leavingNamespace(now)]
}

function service(namespace: string, name: string, spec: Fields, status: Fields = {}): KubeObject {
  return object(
    'v1',
    'Service',
    { name, namespace, labels: { 'app.kubernetes.io/part-of': namespace } },
    {
      spec,
      ...status,
    },
  )
}

/** Services of every sort: dual-stack, headless, of an external name, without a selector. */
function services(): KubeObject[] {
  const selector = (name: string): Fields => ({ selector: { 'app.kubernetes.io/name': name } })
  const dualStack = { ipFamilyPolicy: 'RequireDualStack', ipFamilies: ['IPv4', 'IPv6'] }
  return [
    service(
      'shop',
      'storefront',
      {
        type: 'LoadBalancer',
        ...selector('storefront'),
        ...dualStack,
        clusterIP: '10.96.80.17',
        clusterIPs: ['10.96.80.17', 'fd00:10:96::5011'],
        ports: [
          { name: 'http', port: 80, targetPort: 'http' },
          { name: 'https', port: 443, targetPort: 'http' },
        ],
      },
      { status: { loadBalancer: { ingress: [{ ip: '203.0.113.17' }] } } },
    ),
    service('shop', 'search-nodes', {
      ...selector('search'),
      clusterIP: 'None',
      clusterIPs: ['None'],
      publishNotReadyAddresses: true,
      ports: [{ name: 'transport', port: 9300 }],
    }),
    service('payments', 'card-network', {
      type: 'ExternalName',
      externalName: 'gateway.cards.example',
    }),
    service('payments', 'mainframe', {
      ...dualStack,
      clusterIP: '10.96.80.18',
      clusterIPs: ['10.96.80.18', 'fd00:10:96::5012'],
      ports: [{ name: 'tn3270', port: 992 }],
    }),
    mainframeSlice('IPv4', ['192.0.2.10', '192.0.2.11']),
    mainframeSlice('IPv6', ['2001:db8::10', '2001:db8::11']),
  ]
}

/** Returns endpoints written by hand, of a Service without a selector; the second address of each family is not ready. */
function mainframeSlice(addressType: string, addresses: readonly string[]): KubeObject {
  return object(
    'discovery.k8s.io/v1',
    'EndpointSlice',
    {
      name: `mainframe-${addressType.toLowerCase()}`,
      namespace: 'payments',
      labels: { 'kubernetes.io/service-name': 'mainframe' },
    },
    {
      addressType,
      endpoints: addresses.map((address, index) => ({
        addresses: [address],
        conditions: index === 0 ? {} : { ready: false },
      })),
      ports: [{ name: 'tn3270', port: 992, protocol: 'TCP' }],
    },
  )
}

function ingresses(): KubeObject[] {
  const apiVersion = 'networking.k8s.io/v1'
  const backend = (name: string, number: number): Fields => ({ service: { name, port: { number } } })
  const status = { loadBalancer: { ingress: [{ ip: '203.0.113.18' }, { hostname: 'edge.shop.example' }] } }
  return [
    object(
      apiVersion,
      'Ingress',
      { name: 'storefront', namespace: 'shop' },
      {
        spec: {
          ingressClassName: 'nginx',
          tls: [{ hosts: ['shop.example', 'www.shop.example'], secretName: 'shop-tls' }],
          rules: ['shop.example', 'www.shop.example'].map((host) => ({
            host,
            http: {
              paths: [
                { path: '/', pathType: 'Prefix', backend: backend('storefront', 80) },
                { path: '/cart', pathType: 'Prefix', backend: backend('cart', 8080) },
              ],
            },
          })),
        },
        status,
      },
    ),
    object(
      apiVersion,
      'Ingress',
      { name: 'grafana', namespace: 'monitoring' },
      {
        spec: { defaultBackend: backend('grafana', 80) },
      },
    ),
  ]
}

/** Returns a metric of an autoscaler: its spec and its status. */
function metric(type: string, names: Fields, target: Fields, current: Fields | undefined) {
  const source = type.charAt(0).toLowerCase() + type.slice(1)
  return {
    spec: { type, [source]: { ...names, target } },
    status: current === undefined ? { type: '' } : { type, [source]: { ...names, current } },
  }
}

function autoscaler(
  namespace: string,
  name: string,
  replicas: { min: number; max: number; current: number },
  metrics: readonly ReturnType<typeof metric>[],
  status: Fields,
): KubeObject {
  const { min, max, current } = replicas
  return object(
    'autoscaling/v2',
    'HorizontalPodAutoscaler',
    { name, namespace },
    {
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
        minReplicas: min,
        maxReplicas: max,
        metrics: metrics.map(({ spec }) => spec),
      },
      status: {
        currentReplicas: current,
        desiredReplicas: current,
        currentMetrics: metrics.map(({ status }) => status),
        ...status,
      },
    },
  )
}

const storefrontMetrics = [
  metric(
    'Resource',
    { name: 'cpu' },
    { type: 'Utilization', averageUtilization: 70 },
    { averageUtilization: 48, averageValue: '48m' },
  ),
  metric(
    'ContainerResource',
    { name: 'memory', container: 'storefront' },
    { type: 'AverageValue', averageValue: '100Mi' },
    { averageValue: '83Mi' },
  ),
  metric(
    'Pods',
    { metric: { name: 'http_sessions' } },
    { type: 'AverageValue', averageValue: '500' },
    { averageValue: '214' },
  ),
  metric(
    'Object',
    {
      metric: { name: 'requests_per_second' },
      describedObject: { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', name: 'storefront' },
    },
    { type: 'Value', value: '2k' },
    { value: '950' },
  ),
  metric(
    'External',
    { metric: { name: 'orders_waiting' } },
    { type: 'AverageValue', averageValue: '30' },
    { averageValue: '4' },
  ),
]

/** Autoscalers with metrics of each source; one of them waits for its metrics. */
function autoscalers(now: number): KubeObject[] {
  const condition = (age: number, type: string, status: string, reason: string, message: string) => ({
    type,
    status,
    reason,
    message,
    lastTransitionTime: timestamp(now - age),
  })
  const matching = 'recommended size matches current size'
  const able = condition(6 * day, 'AbleToScale', 'True', 'ReadyForNewScale', matching)
  const counted = 'the HPA was able to successfully calculate a replica count from cpu resource utilization'
  const failed =
    'the HPA was unable to compute the replica count: failed to get cpu utilization: unable to get metrics for resource cpu'
  const unknown = metric(
    'Resource',
    { name: 'cpu' },
    { type: 'Utilization', averageUtilization: 80 },
    undefined,
  )
  return [
    autoscaler('shop', 'storefront', { min: 2, max: 12, current: 3 }, storefrontMetrics, {
      conditions: [able, condition(6 * day, 'ScalingActive', 'True', 'ValidMetricFound', counted)],
      lastScaleTime: timestamp(now - 30 * hour),
    }),
    autoscaler('payments', 'payments', { min: 2, max: 6, current: 2 }, [unknown], {
      conditions: [able, condition(26 * hour, 'ScalingActive', 'False', 'FailedGetResourceMetric', failed)],
    }),
  ]
}

/** The conditions of a namespace that waits for a finalizer. Source: k8s.io/kubernetes, pkg/controller/namespace/deletion. */
const WAITING = [
  [
    'NamespaceDeletionDiscoveryFailure',
    'False',
    'ResourcesDiscovered',
    'All resources successfully discovered',
  ],
  [
    'NamespaceDeletionGroupVersionParsingFailure',
    'False',
    'ParsedGroupVersions',
    'All legacy kube types successfully parsed',
  ],
  [
    'NamespaceDeletionContentFailure',
    'False',
    'ContentDeleted',
    'All content successfully deleted, may be waiting on finalization',
  ],
  [
    'NamespaceContentRemaining',
    'True',
    'SomeResourcesRemain',
    'Some resources are remaining: configmaps. has 1 resource instances',
  ],
  [
    'NamespaceFinalizersRemaining',
    'True',
    'SomeFinalizersRemain',
    'Some content in the namespace has finalizers remaining: shop.example/archive in 1 resource instances',
  ],
] as const

/** Returns a namespace that was deleted, and the object with a finalizer that keeps it. */
function leavingNamespace(now: number): KubeObject[] {
  const creationTimestamp = timestamp(now - 300 * day)
  const deletionTimestamp = timestamp(now - 3 * hour)
  const lastTransitionTime = timestamp(now - 3 * hour + 6000)
  const conditions = WAITING.map(([type, status, reason, message]) => ({
    type,
    status,
    reason,
    message,
    lastTransitionTime,
  }))
  const archive = {
    name: 'orders-archive',
    namespace: 'old-shop',
    creationTimestamp,
    deletionTimestamp,
    deletionGracePeriodSeconds: 0,
    finalizers: ['shop.example/archive'],
  }
  const annotations = { 'shop.example/replaced-by': 'shop' }
  return [
    object(
      'v1',
      'Namespace',
      { name: 'old-shop', creationTimestamp, deletionTimestamp, annotations },
      { status: { phase: 'Terminating', conditions } },
    ),
    object('v1', 'ConfigMap', archive, { data: { bucket: 'orders-2025' } }),
  ]
}

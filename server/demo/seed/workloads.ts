import type { Container, PodSpec } from '../types.ts'
import type { Workload } from './workload.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const registry = 'registry.shop.example'

function container(name: string, image: string, port: number, cpu = '100m', memory = '128Mi'): Container {
  return {
    name,
    image,
    ports: [{ name: 'http', containerPort: port }],
    resources: { requests: { cpu, memory }, limits: { memory } },
    readinessProbe: {
      httpGet: { path: '/healthz', port: 'http', scheme: 'HTTP' },
      timeoutSeconds: 1,
      periodSeconds: 10,
      successThreshold: 1,
      failureThreshold: 3,
    },
  }
}

function storefront(version: string): PodSpec {
  return {
    initContainers: [{ name: 'migrate', image: `${registry}/migrate:${version}` }],
    containers: [
      {
        ...container('storefront', `${registry}/storefront:${version}`, 8080),
        env: [
          { name: 'CART_URL', value: 'http://cart.shop.svc:8080' },
          { name: 'THEME', valueFrom: { configMapKeyRef: { name: 'storefront', key: 'theme' } } },
        ],
      },
    ],
    serviceAccountName: 'storefront',
  }
}

function cart(version: string): PodSpec {
  return {
    containers: [
      {
        ...container('cart', `${registry}/cart:${version}`, 8080),
        env: [{ name: 'SESSION_KEY', valueFrom: { secretKeyRef: { name: 'cart-session', key: 'key' } } }],
      },
      { name: 'log-shipper', image: `${registry}/log-shipper:0.9.1` },
    ],
  }
}

function search(version: string): PodSpec {
  return { containers: [container('search', `${registry}/search:${version}`, 9200, '250m', '512Mi')] }
}

function payments(version: string): PodSpec {
  return {
    containers: [
      {
        ...container('payments', `${registry}/payments:${version}`, 8443),
        envFrom: [{ secretRef: { name: 'ledger-db' } }],
      },
    ],
  }
}

function ledger(version: string): PodSpec {
  return { containers: [container('ledger', `${registry}/ledger:${version}`, 8080, '200m', '256Mi')] }
}

/** The company's Deployments, healthy and failing. */
export const workloads: readonly Workload[] = [
  {
    namespace: 'shop',
    name: 'storefront',
    replicas: 3,
    rollouts: [
      { spec: storefront('5.1.0'), replicas: 0, life: 'running', ageMs: 40 * day },
      { spec: storefront('5.2.3'), replicas: 3, life: 'running', ageMs: 6 * day },
    ],
    annotations: { 'shop.example/team': 'web' },
  },
  {
    namespace: 'shop',
    name: 'cart',
    replicas: 2,
    rollouts: [{ spec: cart('1.8.2'), replicas: 2, life: 'running', ageMs: 12 * day }],
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
  },
  {
    namespace: 'shop',
    name: 'search',
    replicas: 2,
    rollouts: [
      { spec: search('3.0.1'), replicas: 2, life: 'running', ageMs: 20 * day },
      { spec: search('3.1.0-missing'), replicas: 1, life: 'bad-image', ageMs: 3 * hour },
    ],
  },
  {
    namespace: 'shop',
    name: 'recommendations',
    replicas: 0,
    rollouts: [
      {
        spec: { containers: [container('recommendations', `${registry}/recommendations:0.4.0`, 8080)] },
        replicas: 0,
        life: 'running',
        ageMs: 70 * day,
      },
    ],
  },
  {
    namespace: 'payments',
    name: 'payments',
    replicas: 2,
    rollouts: [{ spec: payments('2.4.0'), replicas: 2, life: 'crashing', ageMs: 26 * hour }],
    strategy: { type: 'Recreate' },
  },
  {
    namespace: 'payments',
    name: 'ledger',
    replicas: 3,
    rollouts: [{ spec: ledger('7.3.0'), replicas: 3, life: 'running', ageMs: 33 * day }],
    pending: ledger('7.4.0'),
  },
  {
    namespace: 'monitoring',
    name: 'prometheus',
    replicas: 1,
    rollouts: [
      {
        spec: {
          containers: [container('prometheus', 'quay.io/prometheus/prometheus:v3.5.0', 9090, '500m', '2Gi')],
        },
        replicas: 1,
        life: 'running',
        ageMs: 90 * day,
      },
    ],
    strategy: { type: 'Recreate' },
  },
  {
    namespace: 'monitoring',
    name: 'grafana',
    replicas: 1,
    rollouts: [
      {
        spec: { containers: [container('grafana', 'docker.io/grafana/grafana:12.1.0', 3000)] },
        replicas: 1,
        life: 'running',
        ageMs: 90 * day,
      },
    ],
  },
  {
    namespace: 'kube-system',
    name: 'coredns',
    replicas: 2,
    rollouts: [
      {
        spec: {
          containers: [container('coredns', 'registry.k8s.io/coredns/coredns:v1.12.1', 53, '100m', '170Mi')],
        },
        replicas: 2,
        life: 'running',
        ageMs: 95 * day,
      },
    ],
  },
]

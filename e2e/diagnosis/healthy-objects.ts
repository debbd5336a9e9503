import type { Resource } from '../kinds/register.ts'
import { documents, cronJob, job, workload } from './fixtures/manifests.ts'
import { barePod, configMap } from './fixtures/one-pod.ts'
import { EXTERNAL_METRIC } from './external-metrics.ts'

/** Fields of an object that say whether it is healthy, as kubectl returns them. */
export interface ObservedObject {
  readonly metadata: { readonly name: string; readonly namespace?: string }
  readonly endpoints?: readonly { readonly conditions?: { readonly ready?: boolean } }[]
  readonly status?: {
    readonly phase?: string
    readonly conditions?: readonly { readonly type: string; readonly status: string }[]
  } & Readonly<Record<string, unknown>>
}

/** An object of one kind with which nothing is wrong. */
interface HealthyObject {
  /** Its name, or the beginning of it and a hyphen; absent: any. `NAMESPACE` is replaced by the namespace of the suite. */
  readonly name?: string
  /** YAML of the object, or of the one that makes it; absent: it exists. */
  readonly manifest?: string
  /** Whether the cluster itself says that it is healthy. */
  readonly isHealthy: (object: ObservedObject) => boolean
  /** Reason why there is no diagnosis of the kind. */
  readonly undiagnosed?: string
}

const CONTAINER =
  '{ name: app, image: "debian:bookworm-slim", imagePullPolicy: IfNotPresent, command: [sleep, infinity], ports: [{ name: http, containerPort: 8080 }], readinessProbe: { periodSeconds: 10, timeoutSeconds: 20, exec: { command: ["true"] } } }'

const SERVICE = `
apiVersion: v1
kind: Service
metadata: { name: healthy, namespace: NAMESPACE }
spec: { selector: { app: healthy-web }, ports: [{ name: http, port: 80, targetPort: http }] }
`
const INGRESS = `
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: healthy, namespace: NAMESPACE }
spec:
  rules:
    - host: healthy.example.com
      http: { paths: [{ path: /, pathType: Prefix, backend: { service: { name: healthy, port: { name: http } } } }] }
`
const AUTOSCALER = `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: healthy, namespace: NAMESPACE }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: healthy-web }
  minReplicas: 2
  maxReplicas: 3
  metrics: [{ type: External, external: { metric: { name: ${EXTERNAL_METRIC} }, target: { type: AverageValue, averageValue: "10" } } }]
`
const BUDGET = `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: healthy, namespace: NAMESPACE }
spec: { minAvailable: 1, selector: { matchLabels: { app: healthy-web } } }
`
const STORAGE_CLASS = `
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: NAMESPACE-healthy }
provisioner: kubernetes.io/no-provisioner
`
const VOLUME = `
apiVersion: v1
kind: PersistentVolume
metadata: { name: NAMESPACE-healthy }
spec:
  storageClassName: NAMESPACE-healthy
  accessModes: [ReadWriteOnce]
  capacity: { storage: 1Mi }
  hostPath: { path: /tmp/healthy }
  claimRef: { name: healthy, namespace: NAMESPACE }
`
const CLAIM = `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: healthy, namespace: NAMESPACE }
spec: { storageClassName: NAMESPACE-healthy, volumeName: NAMESPACE-healthy, accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Mi } } }
`
/** Counts nothing that other objects of the namespace have. */
const QUOTA = `
apiVersion: v1
kind: ResourceQuota
metadata: { name: healthy, namespace: NAMESPACE }
spec: { hard: { services.loadbalancers: "1" } }
`
const LIMITS = `
apiVersion: v1
kind: LimitRange
metadata: { name: healthy, namespace: NAMESPACE }
spec: { limits: [{ type: PersistentVolumeClaim, max: { storage: 1Ti } }] }
`
const POLICY = `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: healthy, namespace: NAMESPACE }
spec: { podSelector: { matchLabels: { app: healthy-web } }, ingress: [{}] }
`
const plain = (kind: 'Secret' | 'ServiceAccount') => `
apiVersion: v1
kind: ${kind}
metadata: { name: healthy, namespace: NAMESPACE }
`

const exists = () => true
const isBound = ({ status }: ObservedObject) => status?.phase === 'Bound'
const hasCondition =
  (...types: readonly string[]) =>
  ({ status }: ObservedObject) =>
    types.every((type) => status?.conditions?.some((one) => one.type === type && one.status === 'True'))
const counts =
  (field: string, wanted: number) =>
  ({ status }: ObservedObject) =>
    status?.[field] === wanted

/** A healthy object of each kind of the register, by its name in the Kubernetes API; a kind without one does not compile. */
export const healthyObjects: Readonly<Record<Resource, HealthyObject>> = {
  deployments: {
    name: 'healthy-web',
    manifest: workload('healthy-web', { spec: 'replicas: 2', container: CONTAINER }),
    isHealthy: counts('availableReplicas', 2),
  },
  replicasets: { name: 'healthy-web', isHealthy: counts('readyReplicas', 2) },
  pods: { name: 'healthy-pod', manifest: barePod('healthy-pod'), isHealthy: hasCondition('Ready') },
  statefulsets: {
    name: 'healthy-set',
    manifest: workload('healthy-set', { kind: 'StatefulSet' }),
    isHealthy: counts('readyReplicas', 1),
  },
  daemonsets: {
    name: 'healthy-daemon',
    manifest: workload('healthy-daemon', { kind: 'DaemonSet' }),
    isHealthy: ({ status }) =>
      Number(status?.['numberReady']) > 0 && status?.['numberReady'] === status?.['desiredNumberScheduled'],
  },
  jobs: {
    name: 'healthy-job',
    manifest: job('healthy-job', 'exit 0'),
    isHealthy: hasCondition('Complete'),
  },
  cronjobs: {
    name: 'healthy-cron',
    manifest: cronJob('healthy-cron', 'exit 0'),
    isHealthy: ({ status }) => status?.['lastSuccessfulTime'] !== undefined,
  },
  services: { name: 'healthy', manifest: SERVICE, isHealthy: exists },
  endpointslices: {
    name: 'healthy',
    isHealthy: ({ endpoints = [] }) =>
      endpoints.length === 2 && endpoints.every(({ conditions }) => conditions?.ready),
    undiagnosed: 'it is part of its Service',
  },
  ingresses: { name: 'healthy', manifest: INGRESS, isHealthy: exists },
  horizontalpodautoscalers: {
    name: 'healthy',
    manifest: AUTOSCALER,
    isHealthy: hasCondition('AbleToScale', 'ScalingActive'),
  },
  poddisruptionbudgets: { name: 'healthy', manifest: BUDGET, isHealthy: counts('disruptionsAllowed', 1) },
  persistentvolumes: { name: 'NAMESPACE-healthy', manifest: VOLUME, isHealthy: isBound },
  persistentvolumeclaims: { name: 'healthy', manifest: CLAIM, isHealthy: isBound },
  storageclasses: { name: 'NAMESPACE-healthy', manifest: STORAGE_CLASS, isHealthy: exists },
  resourcequotas: {
    name: 'healthy',
    manifest: QUOTA,
    isHealthy: ({ status }) => status?.['used'] !== undefined,
  },
  limitranges: { name: 'healthy', manifest: LIMITS, isHealthy: exists },
  networkpolicies: { name: 'healthy', manifest: POLICY, isHealthy: exists },
  configmaps: { name: 'healthy', manifest: configMap('healthy'), isHealthy: exists },
  secrets: { name: 'healthy', manifest: plain('Secret'), isHealthy: exists },
  serviceaccounts: { name: 'healthy', manifest: plain('ServiceAccount'), isHealthy: exists },
  nodes: { isHealthy: hasCondition('Ready') },
  namespaces: { name: 'NAMESPACE', isHealthy: ({ status }) => status?.phase === 'Active' },
  events: { isHealthy: exists, undiagnosed: 'it is a fact about another object' },
}

/** YAML of all of them. */
export const healthyManifests = documents(
  ...Object.values(healthyObjects).flatMap(({ manifest }) => manifest ?? []),
)

import type { KubeObject } from './object.ts'
import { textAt } from './object.ts'

/** Reads the value that a field selector compares. */
export type FieldReader = (object: KubeObject) => string

/** A kind that the demo cluster serves. A new row in the table adds a kind. */
export interface Kind {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly resource: string
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly namespaced: boolean
  readonly categories: readonly string[]
  /** The subresources with their verbs. */
  readonly subresources: Readonly<Record<string, readonly string[]>>
  /**
   * The kind's own field labels. Undefined: only metadata.name and metadata.namespace, with the generic error
   * for others.
   */
  readonly fieldLabels: ReadonlyMap<string, FieldReader> | undefined
  /** Whether lists are computed, and nothing is stored: the kinds of metrics.k8s.io. */
  readonly computed: boolean
  /** Whether metadata.generation is maintained; it counts changes of the spec. */
  readonly hasGeneration: boolean
}

const readWrite = ['get', 'patch', 'update']

function fields(...paths: readonly string[]): ReadonlyMap<string, FieldReader> {
  return new Map(paths.map((path) => [path, (object: KubeObject) => textAt(object, path)]))
}

const meta = ['metadata.name', 'metadata.namespace']

const podFields = new Map([
  ...fields(
    ...meta,
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'status.phase',
    'status.podIP',
    'status.nominatedNodeName',
  ),
  ['spec.hostNetwork', (pod: KubeObject) => textAt(pod, 'spec.hostNetwork') || 'false'] as const,
  ['status.podIPs', (pod: KubeObject) => textAt(pod, 'status.podIP')] as const,
  ['spec.host', (pod: KubeObject) => textAt(pod, 'spec.nodeName')] as const,
])

const eventFields = new Map([
  ...fields(
    'involvedObject.kind',
    'involvedObject.namespace',
    'involvedObject.name',
    'involvedObject.uid',
    'involvedObject.apiVersion',
    'involvedObject.resourceVersion',
    'involvedObject.fieldPath',
    'reason',
    'reportingComponent',
    'type',
    ...meta,
  ),
  [
    'source',
    (event: KubeObject) => textAt(event, 'source.component') || textAt(event, 'reportingComponent'),
  ] as const,
])

const nodeFields = new Map([
  ...fields('metadata.name'),
  ['spec.unschedulable', (node: KubeObject) => textAt(node, 'spec.unschedulable') || 'false'] as const,
])

type Row = Partial<Kind> & Pick<Kind, 'kind' | 'resource'>

function kind(group: string, version: string, row: Row): Kind {
  return {
    group,
    version,
    singular: row.kind.toLowerCase(),
    shortNames: [],
    namespaced: true,
    categories: [],
    subresources: {},
    fieldLabels: undefined,
    computed: false,
    hasGeneration: false,
    ...row,
  }
}

const rbac = 'rbac.authorization.k8s.io'
const workload = { status: readWrite }

/** Every kind, in the order of discovery. */
export const kinds: readonly Kind[] = [
  kind('', 'v1', { kind: 'ConfigMap', resource: 'configmaps', shortNames: ['cm'] }),
  kind('', 'v1', { kind: 'Event', resource: 'events', shortNames: ['ev'], fieldLabels: eventFields }),
  kind('', 'v1', {
    kind: 'Namespace',
    resource: 'namespaces',
    shortNames: ['ns'],
    namespaced: false,
    subresources: { status: readWrite },
    fieldLabels: fields('metadata.name', 'status.phase'),
  }),
  kind('', 'v1', {
    kind: 'Node',
    resource: 'nodes',
    shortNames: ['no'],
    namespaced: false,
    subresources: { status: readWrite },
    fieldLabels: nodeFields,
  }),
  kind('', 'v1', { kind: 'LimitRange', resource: 'limitranges', shortNames: ['limits'] }),
  kind('', 'v1', {
    kind: 'PersistentVolumeClaim',
    resource: 'persistentvolumeclaims',
    shortNames: ['pvc'],
    subresources: workload,
  }),
  kind('', 'v1', {
    kind: 'PersistentVolume',
    resource: 'persistentvolumes',
    shortNames: ['pv'],
    namespaced: false,
    subresources: workload,
    fieldLabels: fields('metadata.name'),
  }),
  kind('', 'v1', {
    kind: 'ResourceQuota',
    resource: 'resourcequotas',
    shortNames: ['quota'],
    subresources: workload,
  }),
  kind('', 'v1', {
    kind: 'Pod',
    resource: 'pods',
    shortNames: ['po'],
    categories: ['all'],
    subresources: { log: ['get'], status: readWrite },
    fieldLabels: podFields,
    hasGeneration: true,
  }),
  kind('', 'v1', { kind: 'Secret', resource: 'secrets', fieldLabels: fields('type', ...meta) }),
  kind('', 'v1', {
    kind: 'ServiceAccount',
    resource: 'serviceaccounts',
    shortNames: ['sa'],
    subresources: { token: ['create'] },
  }),
  kind('', 'v1', {
    kind: 'Service',
    resource: 'services',
    shortNames: ['svc'],
    categories: ['all'],
    subresources: { status: readWrite },
    fieldLabels: fields(...meta, 'spec.clusterIP', 'spec.type'),
  }),
  kind('apps', 'v1', {
    kind: 'DaemonSet',
    resource: 'daemonsets',
    shortNames: ['ds'],
    categories: ['all'],
    subresources: workload,
    hasGeneration: true,
  }),
  kind('apps', 'v1', {
    kind: 'Deployment',
    resource: 'deployments',
    shortNames: ['deploy'],
    categories: ['all'],
    subresources: workload,
    hasGeneration: true,
  }),
  kind('apps', 'v1', {
    kind: 'ReplicaSet',
    resource: 'replicasets',
    shortNames: ['rs'],
    categories: ['all'],
    subresources: workload,
    hasGeneration: true,
  }),
  kind('autoscaling', 'v2', {
    kind: 'HorizontalPodAutoscaler',
    resource: 'horizontalpodautoscalers',
    shortNames: ['hpa'],
    categories: ['all'],
    subresources: workload,
    hasGeneration: true,
  }),
  kind('apps', 'v1', {
    kind: 'StatefulSet',
    resource: 'statefulsets',
    shortNames: ['sts'],
    categories: ['all'],
    subresources: workload,
    hasGeneration: true,
  }),
  kind('batch', 'v1', {
    kind: 'CronJob',
    resource: 'cronjobs',
    shortNames: ['cj'],
    categories: ['all'],
    subresources: workload,
    hasGeneration: true,
  }),
  kind('batch', 'v1', {
    kind: 'Job',
    resource: 'jobs',
    categories: ['all'],
    subresources: workload,
    fieldLabels: fields(...meta, 'status.successful'),
    hasGeneration: true,
  }),
  kind('clusterinspector.dev', 'v1alpha1', {
    kind: 'ClusterContext',
    resource: 'clustercontexts',
    shortNames: ['cctx'],
    subresources: { status: readWrite },
    hasGeneration: true,
  }),
  kind('clusterinspector.dev', 'v1alpha1', {
    kind: 'UserState',
    resource: 'userstates',
    hasGeneration: true,
  }),
  kind('coordination.k8s.io', 'v1', { kind: 'Lease', resource: 'leases' }),
  kind('discovery.k8s.io', 'v1', {
    kind: 'EndpointSlice',
    resource: 'endpointslices',
    hasGeneration: true,
  }),
  kind('metrics.k8s.io', 'v1beta1', {
    kind: 'NodeMetrics',
    resource: 'nodes',
    namespaced: false,
    computed: true,
  }),
  kind('metrics.k8s.io', 'v1beta1', { kind: 'PodMetrics', resource: 'pods', computed: true }),
  kind('apiregistration.k8s.io', 'v1', {
    kind: 'APIService',
    resource: 'apiservices',
    namespaced: false,
    subresources: { status: readWrite },
  }),
  kind('admissionregistration.k8s.io', 'v1', {
    kind: 'ValidatingWebhookConfiguration',
    resource: 'validatingwebhookconfigurations',
    namespaced: false,
    hasGeneration: true,
  }),
  kind('admissionregistration.k8s.io', 'v1', {
    kind: 'MutatingWebhookConfiguration',
    resource: 'mutatingwebhookconfigurations',
    namespaced: false,
    hasGeneration: true,
  }),
  kind('networking.k8s.io', 'v1', {
    kind: 'Ingress',
    resource: 'ingresses',
    shortNames: ['ing'],
    subresources: workload,
    hasGeneration: true,
  }),
  kind('networking.k8s.io', 'v1', {
    kind: 'NetworkPolicy',
    resource: 'networkpolicies',
    shortNames: ['netpol'],
    hasGeneration: true,
  }),
  kind('policy', 'v1', {
    kind: 'PodDisruptionBudget',
    resource: 'poddisruptionbudgets',
    shortNames: ['pdb'],
    subresources: workload,
    hasGeneration: true,
  }),
  kind('storage.k8s.io', 'v1', {
    kind: 'StorageClass',
    resource: 'storageclasses',
    shortNames: ['sc'],
    namespaced: false,
  }),
  kind(rbac, 'v1', { kind: 'ClusterRoleBinding', resource: 'clusterrolebindings', namespaced: false }),
  kind(rbac, 'v1', { kind: 'ClusterRole', resource: 'clusterroles', namespaced: false }),
  kind(rbac, 'v1', { kind: 'RoleBinding', resource: 'rolebindings' }),
  kind(rbac, 'v1', { kind: 'Role', resource: 'roles' }),
]

/** Returns the kind of an object by its apiVersion and kind. */
export function kindOf(object: { apiVersion: string; kind: string }): Kind | undefined {
  return kinds.find((kind) => kind.kind === object.kind && groupVersion(kind) === object.apiVersion)
}

/** Returns `v1` or `apps/v1`. */
export function groupVersion(kind: { group: string; version: string }): string {
  return kind.group === '' ? kind.version : `${kind.group}/${kind.version}`
}

/** Returns the kind with a resource name; throws if the name is not in the table. */
export function kindNamed(resource: string): Kind {
  const found = kinds.find((kind) => kind.resource === resource)
  if (found === undefined) throw new Error(`no kind ${resource}`)
  return found
}

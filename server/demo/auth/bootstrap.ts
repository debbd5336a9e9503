import type { KubeObject } from '../object.ts'
import type { PolicyRule } from './rbac.ts'

const apiVersion = 'rbac.authorization.k8s.io/v1'
const labels = { 'kubernetes.io/bootstrapping': 'rbac-defaults' }
const annotations = { 'rbac.authorization.kubernetes.io/autoupdate': 'true' }

const read = ['get', 'list', 'watch']
const write = ['create', 'delete', 'deletecollection', 'patch', 'update']

const viewed: PolicyRule[] = [
  {
    apiGroups: [''],
    resources: [
      'configmaps',
      'events',
      'namespaces',
      'pods',
      'pods/log',
      'pods/status',
      'serviceaccounts',
      'services',
    ],
    verbs: read,
  },
  {
    apiGroups: ['apps'],
    resources: ['daemonsets', 'deployments', 'deployments/status', 'replicasets', 'statefulsets'],
    verbs: read,
  },
  { apiGroups: ['batch'], resources: ['cronjobs', 'jobs'], verbs: read },
]

const edited: PolicyRule[] = [
  ...viewed,
  { apiGroups: [''], resources: ['secrets'], verbs: [...read, ...write] },
  { apiGroups: [''], resources: ['configmaps', 'pods', 'serviceaccounts', 'services'], verbs: write },
  {
    apiGroups: ['apps'],
    resources: ['daemonsets', 'deployments', 'deployments/scale', 'replicasets', 'statefulsets'],
    verbs: write,
  },
  { apiGroups: ['batch'], resources: ['cronjobs', 'jobs'], verbs: write },
]

const discoveryPaths = [
  '/api',
  '/api/*',
  '/apis',
  '/apis/*',
  '/healthz',
  '/livez',
  '/readyz',
  '/version',
  '/version/',
]
const publicPaths = ['/healthz', '/livez', '/readyz', '/version', '/version/']

const clusterRoles: Readonly<Record<string, PolicyRule[]>> = {
  'cluster-admin': [
    { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
    { nonResourceURLs: ['*'], verbs: ['*'] },
  ],
  admin: [
    ...edited,
    {
      apiGroups: ['rbac.authorization.k8s.io'],
      resources: ['rolebindings', 'roles'],
      verbs: [...read, ...write],
    },
  ],
  edit: edited,
  view: viewed,
  'system:basic-user': [
    {
      apiGroups: ['authorization.k8s.io'],
      resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
      verbs: ['create'],
    },
    { apiGroups: ['authentication.k8s.io'], resources: ['selfsubjectreviews'], verbs: ['create'] },
  ],
  'system:discovery': [{ nonResourceURLs: discoveryPaths, verbs: ['get'] }],
  'system:public-info-viewer': [{ nonResourceURLs: publicPaths, verbs: ['get'] }],
}

const bindings: readonly [string, readonly string[]][] = [
  ['cluster-admin', ['system:masters']],
  ['system:basic-user', ['system:authenticated']],
  ['system:discovery', ['system:authenticated']],
  ['system:public-info-viewer', ['system:authenticated', 'system:unauthenticated']],
]

/**
 * Returns the roles and bindings that an API server creates at its first start (bootstrappolicy), limited to
 * the ones needed here.
 */
export function bootstrapPolicy(): KubeObject[] {
  const roles = Object.entries(clusterRoles).map(([name, rules]) => ({
    apiVersion,
    kind: 'ClusterRole',
    metadata: { name, labels, annotations },
    rules,
  }))
  const bound = bindings.map(([name, groups]) => ({
    apiVersion,
    kind: 'ClusterRoleBinding',
    metadata: { name, labels, annotations },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
    subjects: groups.map((group) => ({ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: group })),
  }))
  return [...roles, ...bound]
}

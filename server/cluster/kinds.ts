import type { Deployment, Event, Node, Pod, ReplicaSet } from './objects.ts'

/** A kind the service reads: its place in the API, and the type T of its objects. */
export interface Kind<T> {
  readonly kind: string
  readonly apiGroup: string
  readonly version: string
  readonly plural: string
  readonly namespaced: boolean
  /**
   * Fields that the API server can select by and that routes use, each the path of a string, so that a cache
   * can apply the same selector. The first field is indexed.
   */
  readonly fields?: readonly [string] | readonly [string, string]
  /** Fields that no projection reads, as paths through objects and lists; dropped from the cache. */
  readonly unread?: readonly string[]
  /** Field selector of the watch; absent: all objects are watched. */
  readonly followed?: string
  /** Carries T for the compiler; never set. */
  readonly shape?: T
}

/** Dropped fields of a container; values of environment variables are never shown. */
const UNREAD_OF_CONTAINERS = [
  'env.value',
  'args',
  'imagePullPolicy',
  'lifecycle',
  'securityContext',
  'terminationMessagePath',
  'terminationMessagePolicy',
]
const CONTAINERS = ['containers', 'initContainers', 'ephemeralContainers']

function ofContainers(path: string): string[] {
  return CONTAINERS.flatMap((list) => UNREAD_OF_CONTAINERS.map((field) => `${path}.${list}.${field}`))
}

export const deployments: Kind<Deployment> = {
  kind: 'Deployment',
  apiGroup: 'apps',
  version: 'v1',
  plural: 'deployments',
  namespaced: true,
  unread: [
    'spec.template.spec.volumes',
    'spec.template.spec.affinity',
    ...ofContainers('spec.template.spec'),
  ],
}

export const replicaSets: Kind<ReplicaSet> = {
  kind: 'ReplicaSet',
  apiGroup: 'apps',
  version: 'v1',
  plural: 'replicasets',
  namespaced: true,
  unread: [
    'metadata.annotations',
    'spec.template.metadata',
    'spec.template.spec.volumes',
    'spec.template.spec.affinity',
    ...ofContainers('spec.template.spec'),
  ],
}

export const pods: Kind<Pod> = {
  kind: 'Pod',
  apiGroup: '',
  version: 'v1',
  plural: 'pods',
  namespaced: true,
  fields: ['spec.nodeName', 'status.phase'],
  unread: [
    'spec.affinity',
    'spec.securityContext',
    'spec.topologySpreadConstraints',
    ...ofContainers('spec'),
    ...['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'].flatMap((list) =>
      ['containerID', 'imageID', 'volumeMounts', 'user'].map((field) => `status.${list}.${field}`),
    ),
  ],
}

export const nodes: Kind<Node> = {
  kind: 'Node',
  apiGroup: '',
  version: 'v1',
  plural: 'nodes',
  namespaced: false,
  unread: ['status.images', 'status.volumesAttached', 'status.volumesInUse', 'status.daemonEndpoints'],
}

export const events: Kind<Event> = {
  kind: 'Event',
  apiGroup: '',
  version: 'v1',
  plural: 'events',
  namespaced: true,
  fields: ['involvedObject.name', 'involvedObject.kind'],
  unread: ['source', 'reportingComponent', 'reportingInstance', 'involvedObject.resourceVersion'],
}

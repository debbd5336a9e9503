import type { Deployment, Event, Node, Pod, ReplicaSet } from './objects.ts'

/** A kind the service reads: where the API server serves it, and the shape T of what comes back. */
export interface Kind<T> {
  readonly kind: string
  readonly apiGroup: string
  readonly version: string
  readonly plural: string
  readonly namespaced: boolean
  /**
   * Fields the API server selects by and routes ask for, each the path of a text, so that watched state can answer the
   * same. By the first, objects are found without looking at all.
   */
  readonly fields?: readonly [string] | readonly [string, string]
  /** What no view reads, as paths through objects and lists alike: it is not kept. */
  readonly unread?: readonly string[]
  /** A field selector for what of the kind is followed at all; without it, everything. */
  readonly followed?: string
  /** Carries T for the compiler; never set. */
  readonly shape?: T
}

/** Of a container; the values of variables are never shown, so they are not held either. */
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

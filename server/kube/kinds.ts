import type { Deployment, Event, Node, Pod, ReplicaSet } from './objects.ts'

/** A kind the service reads: where the API server serves it, and the shape T of what comes back. */
export interface Kind<T> {
  readonly kind: string
  readonly apiGroup: string
  readonly version: string
  readonly plural: string
  readonly namespaced: boolean
  /** Carries T for the compiler; never set. */
  readonly shape?: T
}

export const deployments: Kind<Deployment> = {
  kind: 'Deployment',
  apiGroup: 'apps',
  version: 'v1',
  plural: 'deployments',
  namespaced: true,
}

export const replicaSets: Kind<ReplicaSet> = {
  kind: 'ReplicaSet',
  apiGroup: 'apps',
  version: 'v1',
  plural: 'replicasets',
  namespaced: true,
}

export const pods: Kind<Pod> = { kind: 'Pod', apiGroup: '', version: 'v1', plural: 'pods', namespaced: true }

export const nodes: Kind<Node> = {
  kind: 'Node',
  apiGroup: '',
  version: 'v1',
  plural: 'nodes',
  namespaced: false,
}

export const events: Kind<Event> = {
  kind: 'Event',
  apiGroup: '',
  version: 'v1',
  plural: 'events',
  namespaced: true,
}

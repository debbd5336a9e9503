import type { Deployment } from '../../server/kinds/deployments/model.ts'
import type { ObjectMeta } from '../../server/cluster/objects.ts'
import type { Pod } from '../../server/kinds/pods/model.ts'
import type { ReplicaSet } from '../../server/kinds/replicasets/model.ts'
import * as deployments from '../cluster/expected/deployment.ts'
import * as events from '../cluster/expected/event.ts'
import * as nodes from '../cluster/expected/node.ts'
import * as podDetails from '../cluster/expected/pod-detail.ts'
import * as pods from '../cluster/expected/pod.ts'
import { allocated, readAllocated } from './expected/allocated.ts'
import { statusColumn } from './expected/status-column.ts'
import type { Truth } from './quorum.ts'
import { keyOf, type Resource } from './resources.ts'

/** One request and its expected response. */
export interface Question {
  /** The route's template. */
  route: string
  path: string
  field?: string
  /** The expected body; for a list, its items. */
  expected: unknown
  /** The page size for a list that is read page by page. */
  limit?: number
  /** Converts the response to a comparable form. */
  read?: (body: Record<string, unknown>) => Record<string, unknown>
}

/** Label selectors of every syntax. */
export const SELECTORS = [
  'tier=front',
  'tier!=front',
  'tier in (front,back),!canary',
  'canary',
  'weight>9,tier notin (data)',
] as const

/** The keys of the objects that a label selector matches, by resource and selector. */
export type Selections = ReadonlyMap<string, ReadonlySet<string>>

export function selectionKey(resource: Resource, selector: string): string {
  return `${resource} ${selector}`
}

const observed = (pod: Pod) => ({ pod, status: statusColumn(pod) })
const listed = (pod: Pod) => pods.listed(observed(pod))

/**
 * Returns every list, detail and join of the API, with the response expected for this state of the cluster.
 * `details`: the Pods whose details are requested.
 */
export function questionsOf(truth: Truth, selections: Selections, details: readonly Pod[]): Question[] {
  return [
    ...podLists(truth, selections),
    ...details.flatMap((pod) => podQuestions(truth, pod)),
    ...namespacesOf(truth.deployments).flatMap((namespace) => deploymentLists(truth, selections, namespace)),
    ...truth.deployments.flatMap((one) => deploymentQuestions(truth, selections, one)),
    ...nodeQuestions(truth, selections),
  ]
}

function podLists(truth: Truth, selections: Selections): Question[] {
  const question = (query: string, keeps: (pod: Pod) => boolean, limit?: number): Question => ({
    route: '/api/pods',
    path: `/api/pods?${query}`,
    field: 'pods',
    expected: truth.pods.filter(keeps).map(listed),
    ...(limit === undefined ? {} : { limit }),
  })
  const scopes: [query: string, holds: (pod: Pod) => boolean][] = [
    ['', () => true],
    ...namespacesOf(truth.pods).map((namespace): [string, (pod: Pod) => boolean] => [
      `namespace=${namespace}`,
      ({ metadata }) => metadata.namespace === namespace,
    ]),
  ]
  const statuses = [...new Set(truth.pods.map(statusColumn))]
  const names = [...new Set(truth.pods.flatMap(({ spec }) => spec?.nodeName ?? []))]
  return scopes.flatMap(([scope, holds]) => [
    question(scope, holds),
    question(scope, holds, scope === '' ? 97 : 7),
    ...SELECTORS.flatMap((selector) => {
      const selected = selections.get(selectionKey('pods', selector))
      const keeps = (pod: Pod) => holds(pod) && selected?.has(keyOf(pod)) === true
      const query = `${scope}&labelSelector=${encodeURIComponent(selector)}`
      return [question(query, keeps), question(query, keeps, 5 + scope.length)]
    }),
    ...['Pending', 'Running', 'Succeeded', 'Failed'].map((phase) =>
      question(`${scope}&phase=${phase}`, (pod) => holds(pod) && pod.status?.phase === phase),
    ),
    ...statuses.map((status) =>
      question(
        `${scope}&status=${encodeURIComponent(status)}`,
        (pod) => holds(pod) && statusColumn(pod) === status,
      ),
    ),
    ...names.map((node) =>
      question(`${scope}&node=${node}`, (pod) => holds(pod) && pod.spec?.nodeName === node),
    ),
  ])
}

function podQuestions(truth: Truth, pod: Pod): Question[] {
  const { name, namespace } = pod.metadata
  return [
    {
      route: '/api/pods/{name}',
      path: `/api/pods/${name}?namespace=${namespace}`,
      expected: podDetails.detail(observed(pod)),
    },
    ...eventQuestions(truth, 'Pod', 'pods', pod.metadata),
  ]
}

function deploymentLists(truth: Truth, selections: Selections, namespace: string): Question[] {
  const own = truth.deployments.filter(({ metadata }) => metadata.namespace === namespace)
  const shared = { route: '/api/deployments', field: 'deployments' }
  const path = `/api/deployments?namespace=${namespace}`
  const expected = own.map(deployments.summary)
  return [
    { ...shared, path, expected },
    { ...shared, path, expected, limit: 2 },
    ...SELECTORS.map((selector) => {
      const selected = selections.get(selectionKey('deployments', selector))
      return {
        ...shared,
        path: `${path}&labelSelector=${encodeURIComponent(selector)}`,
        expected: own.filter((one) => selected?.has(keyOf(one))).map(deployments.summary),
      }
    }),
  ]
}

function deploymentQuestions(truth: Truth, selections: Selections, one: Deployment): Question[] {
  const { name, namespace } = one.metadata
  const own = podsOf(truth, one)
  const [selector] = SELECTORS
  const selected = selections.get(selectionKey('pods', selector))
  const shown = (all: readonly Pod[]) => all.map((pod) => pods.ofDeployment(observed(pod)))
  const base = `/api/deployments/${name}`
  const scope = `namespace=${namespace}`
  const shared = { route: '/api/deployments/{name}/pods', field: 'pods' }
  return [
    { route: '/api/deployments/{name}', path: `${base}?${scope}`, expected: deployments.detail(one) },
    { ...shared, path: `${base}/pods?${scope}`, expected: shown(own) },
    { ...shared, path: `${base}/pods?${scope}`, expected: shown(own), limit: 1 },
    {
      ...shared,
      path: `${base}/pods?${scope}&labelSelector=${encodeURIComponent(selector)}`,
      expected: shown(own.filter((pod) => selected?.has(keyOf(pod)))),
    },
    ...eventQuestions(truth, 'Deployment', 'deployments', one.metadata),
  ]
}

function nodeQuestions(truth: Truth, selections: Selections): Question[] {
  const shared = { route: '/api/nodes', field: 'nodes' }
  const expected = truth.nodes.map(nodes.listed)
  return [
    { ...shared, path: '/api/nodes?', expected },
    { ...shared, path: '/api/nodes?', expected, limit: 2 },
    ...SELECTORS.map((selector) => {
      const selected = selections.get(selectionKey('nodes', selector))
      return {
        ...shared,
        path: `/api/nodes?labelSelector=${encodeURIComponent(selector)}`,
        expected: truth.nodes.filter((node) => selected?.has(keyOf(node))).map(nodes.listed),
      }
    }),
    ...truth.nodes.flatMap((node) => {
      const { name } = node.metadata
      const bound = truth.pods.filter(({ spec }) => spec?.nodeName === name).map(listed)
      const podsRoute = { route: '/api/nodes/{name}/pods', field: 'pods', path: `/api/nodes/${name}/pods?` }
      return [
        {
          route: '/api/nodes/{name}',
          path: `/api/nodes/${name}`,
          expected: { ...nodes.detail(node), allocated: allocated(node, truth.pods) },
          read: (body: Record<string, unknown>) => ({ ...body, allocated: readAllocated(body['allocated']) }),
        },
        { ...podsRoute, expected: bound },
        { ...podsRoute, expected: bound, limit: 9 },
        ...eventQuestions(truth, 'Node', 'nodes', node.metadata),
      ]
    }),
  ]
}

function eventQuestions(truth: Truth, kind: string, plural: string, metadata: ObjectMeta): Question[] {
  const scope = metadata.namespace === undefined ? '' : `namespace=${metadata.namespace}`
  const shared = {
    route: `/api/${plural}/{name}/events`,
    field: 'events',
    path: `/api/${plural}/${metadata.name}/events?${scope}`,
    expected: events.eventsOf(kind, metadata, truth.events).map(events.expectedEvent),
  }
  return [shared, ...(shared.expected.length > 1 ? [{ ...shared, limit: 1 }] : [])]
}

/** Selects Pods by the controller in their ownerReferences. */
function podsOf({ pods, replicasets }: Truth, { metadata }: Deployment): Pod[] {
  const controlled = (object: Pod | ReplicaSet, by: ReadonlySet<string>) =>
    (object.metadata.ownerReferences ?? []).some(({ controller, uid }) => controller === true && by.has(uid))
  const sets = replicasets.filter((set) => controlled(set, new Set([metadata.uid])))
  const owners = new Set(sets.map((set) => set.metadata.uid))
  return pods.filter((pod) => controlled(pod, owners))
}

function namespacesOf(objects: readonly { metadata: ObjectMeta }[]): string[] {
  return [...new Set(objects.map(({ metadata }) => metadata.namespace ?? ''))]
}

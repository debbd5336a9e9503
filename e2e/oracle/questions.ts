import type { Event } from '../../server/kinds/events/model.ts'
import type { Node } from '../../server/kinds/nodes/model.ts'
import type { Pod } from '../../server/kinds/pods/model.ts'
import type { ObjectMeta } from '../../server/cluster/objects.ts'
import { eventsOf, expectedEvent, newestFirst } from '../cluster/expected/event.ts'
import { ownedPod } from '../cluster/expected/pod.ts'
import { apiNameOf, type KindFixture, type RawObject } from '../kinds/fixture.ts'
import { fixtures, resources, type Resource } from '../kinds/register.ts'
import { statusColumn } from './expected/status-column.ts'
import { overviewQuestions } from './overview-questions.ts'
import type { Question } from './question.ts'
import type { Truth } from './quorum.ts'
import { keyOf } from './resources.ts'

/** Label selectors of every syntax. */
export const SELECTORS = [
  'tier=front',
  'tier!=front',
  'tier in (front,back),!canary',
  'canary',
  'weight>9,tier notin (data)',
] as const

/** The workloads whose Pods the API lists. */
const POD_OWNERS = ['deployments', 'replicasets', 'statefulsets', 'daemonsets', 'jobs'] as const

/** An object with its metadata, which say by whom it is owned. */
interface Owned {
  readonly metadata: ObjectMeta
}

/** The keys of the objects that a label selector matches, by resource and selector. */
export type Selections = ReadonlyMap<string, ReadonlySet<string>>

export function selectionKey(resource: Resource, selector: string): string {
  return `${resource} ${selector}`
}

const observed = (pod: Pod) => ({ pod, status: statusColumn(pod) })

/**
 * Returns every list, detail and join of the API, with the response expected for this state of the cluster.
 * `details`: the Pods whose details are requested.
 */
export function questionsOf(truth: Truth, selections: Selections, details: readonly Pod[]): Question[] {
  const detailed = (resource: Resource): readonly RawObject[] =>
    resource === 'pods' ? details : truth[resource]
  return [
    ...resources.flatMap((resource) => [
      ...listQuestions(resource, truth, selections),
      ...detailed(resource).flatMap((object) => objectQuestions(resource, truth, object)),
    ]),
    ...podFilters(truth),
    ...eventLists(truth),
    ...overviewQuestions(truth),
    ...POD_OWNERS.flatMap((resource) =>
      truth[resource].flatMap((one) => podsOfOwner(truth, selections, resource, one)),
    ),
    ...truth.cronjobs.flatMap((one) => jobsOfCronJob(truth, selections, one)),
    ...truth.nodes.flatMap((node) => podsOfNode(truth, node)),
  ]
}

/** Returns the lists of a kind: in each scope and by each selector, at once and page by page. */
function listQuestions(resource: Resource, truth: Truth, selections: Selections): Question[] {
  const fixture: KindFixture = fixtures[resource]
  if (fixture.listed === false) return []
  const objects: readonly RawObject[] = truth[resource]
  const name = apiNameOf(fixture)
  return scopesOf(fixture, objects).flatMap(({ query, holds }) => {
    const selected = ['', ...SELECTORS].map((selector) => {
      const keys = selections.get(selectionKey(resource, selector))
      const keeps = (object: RawObject) => selector === '' || keys?.has(keyOf(object)) === true
      return {
        route: `/api/${name}`,
        path: `/api/${name}?${query}${selector === '' ? '' : `&labelSelector=${encodeURIComponent(selector)}`}`,
        field: name,
        expected: objects
          .filter((object) => holds(object) && keeps(object))
          .map((object) => fixture.listItem(object)),
      }
    })
    return selected.flatMap((question) => [
      question,
      { ...question, limit: pageSize(question.expected.length) },
    ])
  })
}

/** A part of a kind's objects that a list can be restricted to. */
interface Scope {
  query: string
  holds: (object: RawObject) => boolean
}

function scopesOf({ listed, namespaced }: KindFixture, objects: readonly RawObject[]): Scope[] {
  const namespaces = namespaced ? namespacesOf(objects) : []
  return [
    ...(listed === 'everywhere' ? [{ query: '', holds: () => true }] : []),
    ...namespaces.map((namespace) => ({
      query: `namespace=${namespace}`,
      holds: ({ metadata }: RawObject) => metadata.namespace === namespace,
    })),
  ]
}

/** Returns a limit with which a list of this length takes a few pages. */
function pageSize(length: number): number {
  return length > 300 ? 97 : Math.max(1, Math.ceil(length / 3))
}

/** Returns the detail and the events of an object. */
function objectQuestions(resource: Resource, truth: Truth, object: RawObject): Question[] {
  const fixture: KindFixture = fixtures[resource]
  const { name, namespace } = object.metadata
  const route = `/api/${apiNameOf(fixture)}/{name}`
  const path = route.replace('{name}', name)
  const scope = namespace === undefined ? '' : `namespace=${namespace}`
  if (fixture.detail === undefined) return []
  const live = fixture.liveDetails === true ? ({ isLive: true } as const) : {}
  const events = {
    route: `${route}/events`,
    field: 'events',
    path: `${path}/events?${scope}`,
    ...live,
    expected: eventsOf(fixture.kind, object.metadata, truth.events).map(expectedEvent),
  }
  return [
    {
      route,
      path: `${path}?${scope}`,
      expected: fixture.detail(object, truth),
      ...live,
      ...(fixture.readDetail === undefined ? {} : { read: (body) => fixture.readDetail?.(body) ?? body }),
    },
    events,
    ...(events.expected.length > 1 ? [{ ...events, limit: 1 }] : []),
  ]
}

/** Returns the lists of Pods by phase, status and node. */
function podFilters(truth: Truth): Question[] {
  const statuses = [...new Set(truth.pods.map(statusColumn))]
  const names = [...new Set(truth.pods.flatMap(({ spec }) => spec?.nodeName ?? []))]
  const filters: [filter: string, keeps: (pod: Pod) => boolean][] = [
    ...['Pending', 'Running', 'Succeeded', 'Failed'].map((phase): [string, (pod: Pod) => boolean] => [
      `phase=${phase}`,
      (pod) => pod.status?.phase === phase,
    ]),
    ...statuses.map((status): [string, (pod: Pod) => boolean] => [
      `status=${encodeURIComponent(status)}`,
      (pod) => statusColumn(pod) === status,
    ]),
    ...names.map((node): [string, (pod: Pod) => boolean] => [
      `node=${node}`,
      (pod) => pod.spec?.nodeName === node,
    ]),
  ]
  return scopesOf(fixtures.pods, truth.pods).flatMap(({ query, holds }) =>
    filters.map(([filter, keeps]) => ({
      route: '/api/pods',
      path: `/api/pods?${query}&${filter}`,
      field: 'pods',
      expected: truth.pods
        .filter((pod) => holds(pod) && keeps(pod))
        .map((pod) => fixtures.pods.listItem(pod)),
    })),
  )
}

/** Returns the lists of Events in each scope, by filters that caches and the service apply. */
function eventLists({ events }: Truth): Question[] {
  const filters: [filter: string, keeps: (event: Event) => boolean][] = [
    ['', () => true],
    ['type=Warning', ({ type }) => type === 'Warning'],
    ['reason=BackOff', ({ reason }) => reason === 'BackOff'],
    ['kind=Pod', ({ involvedObject }) => involvedObject?.kind === 'Pod'],
    [
      'kind=Node&type=Normal',
      ({ involvedObject, type }) => involvedObject?.kind === 'Node' && type === 'Normal',
    ],
  ]
  const scopes = scopesOf({ ...fixtures.events, listed: 'everywhere' }, events)
  return scopes.flatMap(({ query, holds }) =>
    filters.flatMap(([filter, keeps]) => {
      const found = newestFirst(events.filter((event) => holds(event) && keeps(event)))
      const question = {
        route: '/api/events',
        path: `/api/events?${query}&${filter}`,
        field: 'events',
        expected: found.map(expectedEvent),
      }
      return [question, { ...question, limit: pageSize(found.length) }]
    }),
  )
}

/** Returns the lists of a workload's Pods: at once, page by page, and by a selector. */
function podsOfOwner(
  truth: Truth,
  selections: Selections,
  resource: (typeof POD_OWNERS)[number],
  one: Owned,
): Question[] {
  const own = podsOf(truth, resource, one)
  return ownedQuestions(`/api/${resource}/{name}/pods`, 'pods', one, (selector) => {
    const selected = selections.get(selectionKey('pods', selector))
    const chosen = selector === '' ? own : own.filter((pod) => selected?.has(keyOf(pod)))
    return chosen.map((pod) => ownedPod(observed(pod)))
  })
}

/** Returns the lists of a CronJob's Jobs: at once, page by page, and by a selector. */
function jobsOfCronJob({ jobs }: Truth, selections: Selections, one: Owned): Question[] {
  const own = controlledBy(jobs, [one.metadata.uid])
  return ownedQuestions('/api/cronjobs/{name}/jobs', 'jobs', one, (selector) => {
    const selected = selections.get(selectionKey('jobs', selector))
    const chosen = selector === '' ? own : own.filter((job) => selected?.has(keyOf(job)))
    return chosen.map((job) => fixtures.jobs.listItem(job))
  })
}

function ownedQuestions(
  route: string,
  field: string,
  { metadata: { name, namespace } }: Owned,
  itemsBy: (selector: string) => unknown[],
): Question[] {
  const [selector] = SELECTORS
  const path = `${route.replace('{name}', name)}?namespace=${namespace}`
  const all = { route, field, path, expected: itemsBy('') }
  return [
    all,
    { ...all, limit: 1 },
    {
      ...all,
      path: `${path}&labelSelector=${encodeURIComponent(selector)}`,
      expected: itemsBy(selector),
    },
  ]
}

function podsOfNode(truth: Truth, { metadata: { name } }: Node): Question[] {
  const question = {
    route: '/api/nodes/{name}/pods',
    field: 'pods',
    path: `/api/nodes/${name}/pods?`,
    expected: truth.pods
      .filter(({ spec }) => spec?.nodeName === name)
      .map((pod) => fixtures.pods.listItem(pod)),
  }
  return [question, { ...question, limit: 9 }]
}

/** Selects the Pods of a workload by the controllers in their ownerReferences; those of a Deployment by its ReplicaSets. */
function podsOf({ pods, replicasets }: Truth, resource: Resource, { metadata: { uid } }: Owned): Pod[] {
  if (resource !== 'deployments') return controlledBy(pods, [uid])
  const sets = controlledBy(replicasets, [uid])
  return controlledBy(
    pods,
    sets.map((set) => set.metadata.uid),
  )
}

function controlledBy<T extends Owned>(objects: readonly T[], owners: readonly string[]): T[] {
  return objects.filter(({ metadata: { ownerReferences } }) =>
    (ownerReferences ?? []).some(({ controller, uid }) => controller === true && owners.includes(uid)),
  )
}

function namespacesOf(objects: readonly RawObject[]): string[] {
  return [...new Set(objects.map(({ metadata }) => metadata.namespace ?? ''))]
}

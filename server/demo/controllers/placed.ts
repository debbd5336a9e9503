import { kindNamed, type Kind } from '../kinds.ts'
import type { Node, PlacedWorkload, Pod } from '../types.ts'
import { randomSuffix } from '../writes/decode-object.ts'
import { deletePod } from '../writes/delete.ts'
import {
  type ControllerContext,
  WorkQueue,
  controlledBy,
  controllerKey,
  createObject,
  splitKey,
  updateObject,
} from './context.ts'
import { activePods } from './owned-pods.ts'
import {
  hasRevision,
  isIn,
  isReady,
  placedStatus,
  placesOf,
  podIn,
  revisionOf,
  type Place,
} from './placed-pods.ts'

const pods = kindNamed('pods')
const nodes = kindNamed('nodes')
const manager = 'kube-controller-manager'

/** Keeps a Pod in each place of StatefulSets and DaemonSets, and rolls changed templates out to them. */
export function runPlacedWorkloads(context: ControllerContext): void {
  for (const resource of ['statefulsets', 'daemonsets']) run(context, kindNamed(resource))
}

function run(context: ControllerContext, kind: Kind): void {
  const { store, clock, pace } = context
  const queue = new WorkQueue(clock, pace.reconcile, (key) => reconcile(context, kind, key))
  const addAll = (): void => {
    for (const { object } of store.list(kind))
      queue.add(`${object.metadata.namespace}/${object.metadata.name}`)
  }
  store.subscribe(kind, ({ key, type }) => {
    if (type !== 'DELETED') queue.add(key)
  })
  store.subscribe(pods, ({ current }) => {
    const key = controllerKey(current.object, kind.kind)
    if (key !== undefined) queue.add(key)
  })
  if (kind.resource === 'daemonsets')
    store.subscribe(nodes, ({ type }) => {
      // A changed node is most often a heartbeat.
      if (type !== 'MODIFIED') addAll()
    })
  addAll()
}

function reconcile(context: ControllerContext, kind: Kind, key: string): void {
  const { store } = context
  const [namespace, name] = splitKey(key)
  const workload = store.read(kind, namespace, name)?.object as PlacedWorkload | undefined
  if (workload?.spec?.template === undefined || workload.metadata.deletionTimestamp !== undefined) return
  const places = placesOf(
    workload,
    store.list(nodes).map(({ object }) => object as Node),
  )
  const all = controlledBy(store, pods, workload).map(({ object }) => object as Pod)
  const surplus = activePods(context, workload).filter((pod) => !places.some((place) => isIn(place, pod)))
  for (const pod of surplus) remove(context, workload, pod)
  for (const place of places) {
    const isFree = place.generated || store.read(pods, namespace, place.name) === undefined
    if (isFree && !all.some((pod) => isIn(place, pod))) create(context, workload, place)
  }
  const outdated = nextOutdated(workload, places, all)
  if (outdated !== undefined) remove(context, workload, outdated)
  const fresh = store.read(kind, namespace, name)?.object as PlacedWorkload | undefined
  if (fresh === undefined) return
  const status = placedStatus(fresh, places, activePods(context, fresh))
  updateObject(context, kind, fresh, { ...fresh, status }, { manager, subresource: 'status' })
}

/** Returns the next Pod to replace: the last one, once the Pods that were replaced before are ready. */
function nextOutdated(
  workload: PlacedWorkload,
  places: readonly Place[],
  all: readonly Pod[],
): Pod | undefined {
  const revision = revisionOf(workload)
  const isWaiting = all.some(
    (pod) => pod.metadata.deletionTimestamp !== undefined || (hasRevision(pod, revision) && !isReady(pod)),
  )
  if (isWaiting) return undefined
  return places
    .filter(({ rolls }) => rolls)
    .flatMap((place) => all.filter((pod) => isIn(place, pod) && !hasRevision(pod, revision)))
    .at(-1)
}

function create(context: ControllerContext, workload: PlacedWorkload, place: Place): void {
  const pod = createObject(context, podIn(place, workload, randomSuffix()), manager)
  record(context, workload, 'Create', pod.metadata.name)
}

function remove(context: ControllerContext, workload: PlacedWorkload, pod: Pod): void {
  deletePod(context, pod)
  record(context, workload, 'Delete', pod.metadata.name)
}

function record(
  { recorder }: ControllerContext,
  workload: PlacedWorkload,
  verb: 'Create' | 'Delete',
  pod: string,
): void {
  const { kind, metadata } = workload
  const message =
    kind === 'DaemonSet'
      ? `${verb}d pod: ${pod}`
      : `${verb.toLowerCase()} Pod ${pod} in StatefulSet ${metadata.name} successful`
  recorder.record({
    object: workload,
    type: 'Normal',
    reason: `Successful${verb}`,
    message,
    component: `${kind.toLowerCase()}-controller`,
  })
}

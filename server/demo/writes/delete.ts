import { parseJson, readBytes } from '../api/body.ts'
import { type Answer, type ResourceCall, json } from '../api/request.ts'
import { listOptions, selects } from '../api/options.ts'
import type { Clock } from '../clock.ts'
import { type Kind, groupVersion, kindNamed } from '../kinds.ts'
import { type JsonObject, type KubeObject, isJsonObject, timestamp } from '../object.ts'
import { type Failure, badRequest, failure, notFound } from '../status.ts'
import type { Store } from '../store.ts'
import type { Pod } from '../types.ts'
import type { Revision } from '../change.ts'

interface WriteDependencies {
  store: Store
  clock: Clock
}

interface DeleteOptions {
  uid: string | undefined
  resourceVersion: string | undefined
  gracePeriodSeconds: number | undefined
  orphan: boolean
}

/**
 * Serves DELETE of one object: preconditions, graceful deletion for Pods, finalizers, otherwise immediate
 * removal.
 */
export async function remove(dependencies: WriteDependencies, call: ResourceCall): Promise<Answer> {
  const options = await deleteOptions(call)
  const { kind, namespace, name } = call
  const found = dependencies.store.read(kind, namespace, name)
  if (found === undefined) throw notFound(kind, name)
  checkPreconditions(kind, found, options)
  const left = removeOne(dependencies, kind, found, options)
  if (left !== undefined) return { code: 200, body: `${left.full()}\n` }
  const { uid } = found.object.metadata
  return json({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: { name, ...(kind.group === '' ? {} : { group: kind.group }), kind: kind.resource, uid },
  })
}

/** Serves DELETE of a collection: deletes every selected object and responds with their list. */
export async function removeCollection(dependencies: WriteDependencies, call: ResourceCall): Promise<Answer> {
  const { kind, namespace } = call
  const { store } = dependencies
  const options = await deleteOptions(call)
  const selection = listOptions(call)
  const found = store.list(kind, namespace).filter((revision) => selects(selection, kind, revision))
  for (const revision of found) removeOne(dependencies, kind, revision, options)
  const head = { kind: `${kind.kind}List`, apiVersion: groupVersion(kind) }
  const metadata = { resourceVersion: String(store.version) }
  const items = found.map((revision) => revision.item()).join(',')
  const list = JSON.stringify({ ...head, metadata }).slice(0, -1)
  return { code: 200, body: `${list},"items":[${items}]}\n` }
}

async function deleteOptions({ request, query }: ResourceCall): Promise<DeleteOptions> {
  const bytes = await readBytes(request)
  const body = bytes.length === 0 ? Object.fromEntries(query) : parseJson(bytes.toString())
  if (!isJsonObject(body))
    throw badRequest("couldn't get version/kind; json parse error: unexpected end of JSON input")
  const kind = body['kind']
  if (typeof kind === 'string' && kind !== 'DeleteOptions') {
    const scheme = 'in scheme "pkg/runtime/scheme.go:110"'
    throw failure(500, '', `no kind "${kind}" is registered for version "meta.k8s.io/v1" ${scheme}`)
  }
  const preconditions = isJsonObject(body['preconditions']) ? body['preconditions'] : {}
  const { uid, resourceVersion } = preconditions
  const grace = body['gracePeriodSeconds']
  return {
    uid: typeof uid === 'string' ? uid : undefined,
    resourceVersion: typeof resourceVersion === 'string' ? resourceVersion : undefined,
    gracePeriodSeconds: grace === undefined || grace === null ? undefined : Math.max(Number(grace), 0),
    orphan: body['propagationPolicy'] === 'Orphan' || body['orphanDependents'] === true,
  }
}

/** Checks rest.BeforeDelete's preconditions; here details and message name the kind, not the resource. */
function checkPreconditions(kind: Kind, { object }: Revision, { uid, resourceVersion }: DeleteOptions): void {
  const { metadata } = object
  if (uid !== undefined && uid !== metadata.uid) {
    const why =
      `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). ` +
      'The object might have been deleted and then recreated'
    throw preconditionFailed(kind, metadata.name, why)
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    const why =
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record ` +
      `(${metadata.resourceVersion}). The object might have been modified`
    throw preconditionFailed(kind, metadata.name, why)
  }
}

function preconditionFailed({ kind, group }: Kind, name: string, why: string): Failure {
  const subject = group === '' ? kind : `${kind}.${group}`
  const details = { name, ...(group === '' ? {} : { group }), kind }
  return failure(409, 'Conflict', `Operation cannot be fulfilled on ${subject} "${name}": ${why}`, details)
}

/** Returns the object to respond with if it still exists, or if it was a Pod. */
function removeOne(
  { store, clock }: WriteDependencies,
  kind: Kind,
  found: Revision,
  options: DeleteOptions,
): Revision | undefined {
  const { object } = found
  const { metadata } = object
  if (kind.kind === 'Pod') return removePod(store, clock, kind, found, options)
  if (kind.kind === 'Namespace' || (metadata.finalizers ?? []).length > 0) {
    if (metadata.deletionTimestamp !== undefined) return found
    const status: JsonObject = isJsonObject(object['status']) ? object['status'] : {}
    return store.put(kind, {
      ...object,
      metadata: { ...metadata, deletionTimestamp: timestamp(clock.now()), deletionGracePeriodSeconds: 0 },
      ...(kind.kind === 'Namespace' ? { status: { ...status, phase: 'Terminating' } } : {}),
    })
  }
  if (options.orphan) orphanDependents(store, metadata.uid)
  store.remove(kind, metadata.namespace, metadata.name)
  return undefined
}

/** Deletes an object like a controller: a Pod with its own grace period, an object with finalizers once these are gone. */
export function deleteObject(dependencies: WriteDependencies, kind: Kind, found: Revision): void {
  removeOne(dependencies, kind, found, {
    uid: undefined,
    resourceVersion: undefined,
    gracePeriodSeconds: undefined,
    orphan: false,
  })
}

/** Deletes a Pod like a controller: with the Pod's own grace period. */
export function deletePod(
  { store, clock }: WriteDependencies,
  pod: KubeObject,
  gracePeriodSeconds?: number,
): void {
  const kind = kindNamed('pods')
  const found = store.read(kind, pod.metadata.namespace, pod.metadata.name)
  const options = { uid: undefined, resourceVersion: undefined, gracePeriodSeconds, orphan: false }
  if (found !== undefined) removePod(store, clock, kind, found, options)
}

/**
 * Graceful deletion (pod strategy's CheckGracefulDelete): unscheduled and finished Pods are removed at once.
 */
function removePod(
  store: Store,
  clock: Clock,
  kind: Kind,
  found: Revision,
  { gracePeriodSeconds }: DeleteOptions,
): Revision {
  const pod = found.object as Pod
  const { metadata, spec, status } = pod
  const finished = status?.phase === 'Succeeded' || status?.phase === 'Failed'
  const wanted = gracePeriodSeconds ?? spec?.terminationGracePeriodSeconds ?? 30
  const seconds = (spec?.nodeName ?? '') === '' || finished ? 0 : wanted
  const before = metadata.deletionGracePeriodSeconds
  if (before !== undefined && seconds !== 0 && seconds >= before) return found
  const dying: Pod = {
    ...pod,
    metadata: {
      ...metadata,
      generation: (metadata.generation ?? 0) + (before === undefined ? 1 : 0),
      deletionTimestamp: timestamp(clock.now() + seconds * 1000),
      deletionGracePeriodSeconds: seconds,
    },
  }
  const marked = store.put(kind, dying)
  if (seconds === 0) store.remove(kind, metadata.namespace, metadata.name)
  return marked
}

function orphanDependents(store: Store, uid: string | undefined): void {
  for (const [kind, revision] of store.dependents(uid)) {
    const { metadata } = revision.object
    const ownerReferences = (metadata.ownerReferences ?? []).filter((owner) => owner.uid !== uid)
    store.put(kind, { ...revision.object, metadata: { ...metadata, ownerReferences } })
  }
}

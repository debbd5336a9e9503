import { isDeepStrictEqual } from 'node:util'
import { parseJson, readBytes } from '../api/body.ts'
import { type Answer, type ResourceCall, json } from '../api/request.ts'
import { representationOf } from '../api/content-negotiation.ts'
import type { Clock } from '../clock.ts'
import type { Kind } from '../kinds.ts'
import { type KubeObject, isJsonObject } from '../object.ts'
import { badRequest, conflict, failure, notFound } from '../status.ts'
import type { Store } from '../store.ts'
import { withDefaults } from './defaults.ts'
import { managedAfter } from './fields.ts'
import { mergePatch, strategicMerge } from './merge.ts'
import { bodyObject, managerOf, namedObject } from './decode-object.ts'
import { validate } from './validation.ts'
import type { Revision } from '../change.ts'

interface WriteDependencies {
  store: Store
  clock: Clock
}

const modified = 'the object has been modified; please apply your changes to the latest version and try again'

/** Serves PUT of an object or of its status. */
export async function update(dependencies: WriteDependencies, call: ResourceCall): Promise<Answer> {
  const given = await bodyObject(call)
  return write(dependencies, call, read(dependencies.store, call), given)
}

/** Serves PATCH with a merge patch (RFC 7386) or a strategic merge patch. */
export async function patch(dependencies: WriteDependencies, call: ResourceCall): Promise<Answer> {
  const [type = ''] = (call.headers['content-type'] ?? '').split(';')
  if (type !== 'application/merge-patch+json' && type !== 'application/strategic-merge-patch+json') {
    throw failure(415, 'UnsupportedMediaType', '415: Unsupported Media Type', {})
  }
  const body = parseJson((await readBytes(call.request)).toString())
  const before = read(dependencies.store, call)
  if (!isJsonObject(body)) {
    const why = 'unexpected end of JSON input'
    throw badRequest(type === 'application/merge-patch+json' ? `error decoding patch: ${why}` : why)
  }
  const merged =
    type === 'application/merge-patch+json'
      ? mergePatch(before.object, body)
      : strategicMerge(before.object, body)
  if (!isJsonObject(merged)) throw badRequest('unexpected end of JSON input')
  return write(dependencies, call, before, namedObject(call.kind, call.namespace, merged))
}

function read(store: Store, { kind, namespace, name }: ResourceCall): Revision {
  const found = store.read(kind, namespace, name)
  if (found === undefined) throw notFound(kind, name)
  return found
}

function write(
  { store, clock }: WriteDependencies,
  call: ResourceCall,
  before: Revision,
  given: KubeObject,
): Answer {
  const { kind, name, subresource } = call
  const { object: shown } = representationOf(call)
  check(kind, name, before.object, given)
  const after = carryOver(kind, before.object, given, subresource)
  if (subresource === '') validate(kind, after, before.object)
  if (isDeepStrictEqual(after, before.object)) return { code: 200, body: `${shown(before)}\n` }
  const managedFields = managedAfter(before.object, after, {
    manager: managerOf(call),
    now: clock.now(),
    ...(subresource === '' ? {} : { subresource }),
  })
  const object = { ...after, metadata: { ...after.metadata, managedFields } }
  if (call.query.get('dryRun') === 'All') return json(object)
  const { deletionTimestamp, finalizers = [] } = object.metadata
  if (
    deletionTimestamp !== undefined &&
    finalizers.length === 0 &&
    kind.kind !== 'Pod' &&
    kind.kind !== 'Namespace'
  ) {
    const removed = store.remove(kind, call.namespace, name)
    return { code: 200, body: `${shown(removed ?? before)}\n` }
  }
  return { code: 200, body: `${shown(store.put(kind, object))}\n` }
}

function check(kind: Kind, name: string, before: KubeObject, given: KubeObject): void {
  const { metadata } = given
  if (metadata.name !== name) {
    throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`)
  }
  const { uid, resourceVersion } = metadata
  if (uid !== undefined && uid !== '' && uid !== before.metadata.uid) {
    const key = ['', 'registry', kind.resource, before.metadata.namespace, name].filter(
      (part) => part !== undefined,
    )
    throw conflict(
      kind,
      name,
      `StorageError: invalid object, Code: 4, Key: ${key.join('/')}, ResourceVersion: 0, AdditionalErrorMsg: ` +
        `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${before.metadata.uid}`,
    )
  }
  if (
    resourceVersion !== undefined &&
    resourceVersion !== '' &&
    resourceVersion !== before.metadata.resourceVersion
  ) {
    throw conflict(kind, name, modified)
  }
}

/** Restores the fields that a writer cannot change; generation counts changes outside metadata and status. */
function carryOver(kind: Kind, before: KubeObject, given: KubeObject, subresource: string): KubeObject {
  const kept = before.metadata
  if (subresource === 'status') return { ...before, status: given['status'] }
  const { labels, annotations, ownerReferences, finalizers } = given.metadata
  const optional = Object.fromEntries(
    Object.entries({ labels, annotations, ownerReferences, finalizers }).filter(
      ([, value]) => value !== undefined && value !== null && Object.keys(value).length > 0,
    ),
  )
  const { labels: _l, annotations: _a, ownerReferences: _o, finalizers: _f, ...fixed } = kept
  const status = before['status'] === undefined ? {} : { status: before['status'] }
  const { status: _status, ...rest } = given
  const defaulted = kind.kind === 'Pod' ? given : withDefaults(kind, { ...rest, ...status })
  const after: KubeObject = { ...defaulted, ...status, metadata: { ...fixed, ...optional } }
  const changed = kind.hasGeneration && !isDeepStrictEqual(after['spec'], before['spec'])
  if (changed) after.metadata.generation = (kept.generation ?? 0) + 1
  return after
}

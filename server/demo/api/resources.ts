import type { Authentication } from '../auth/authentication.ts'
import type { Clock } from '../clock.ts'
import type { ContainerLog, LogOverride } from '../logs/override.ts'
import { badRequest, failure, methodNotAllowed, notFound, unknownResource } from '../status.ts'
import type { Store } from '../store.ts'
import { create, createToken } from '../writes/create.ts'
import { remove, removeCollection } from '../writes/delete.ts'
import { patch, update } from '../writes/update.ts'
import type { Answer, ResourceCall } from './request.ts'
import { list } from './list.ts'
import { checkName } from './names.ts'
import { metricsList } from './metrics.ts'
import { listOptions } from './options.ts'
import { podLog } from './pod-log.ts'
import { representationOf } from './content-negotiation.ts'
import { type OpenWatches, watch } from './watch.ts'

export interface Resources {
  store: Store
  clock: Clock
  authentication: Authentication
  watches: OpenWatches
  bookmarkEveryMs: number
  logOverride: ((log: ContainerLog) => LogOverride | undefined) | undefined
}

/** Serves a request for a kind in the table of kinds. */
export async function serveResource(resources: Resources, call: ResourceCall): Promise<Answer | undefined> {
  const { kind, namespace, name, subresource, target } = call
  if (target.resource === undefined || target.parts.length > 3) throw unknownResource()
  if (!kind.namespaced && namespace !== '') throw unknownResource()
  if (subresource !== '' && !Object.hasOwn(kind.subresources, subresource)) throw unknownResource()
  if (name === '' && subresource === '') return serveCollection(resources, call)
  if (kind.namespaced && namespace === '') throw unknownResource()
  return serveObject(resources, call)
}

async function serveCollection(resources: Resources, call: ResourceCall): Promise<Answer | undefined> {
  const { kind, namespace } = call
  if (kind.computed) {
    if (call.method !== 'GET') throw methodNotAllowed()
    return metricsList(resources.store, kind, namespace, resources.clock.now())
  }
  const everywhere = kind.namespaced && namespace === ''
  if (call.method === 'GET') {
    const options = listOptions(call)
    const representation = representationOf(call)
    if (!options.watch) return list(resources.store, call, options, representation)
    const { store, clock, watches: open, bookmarkEveryMs } = resources
    watch({ store, clock, open, bookmarkEveryMs }, call, options, representation)
    return undefined
  }
  if (call.method === 'POST' && !everywhere) return create(resources, call)
  if (call.method === 'DELETE' && !everywhere) return removeCollection(resources, call)
  throw methodNotAllowed()
}

async function serveObject(resources: Resources, call: ResourceCall): Promise<Answer | undefined> {
  const { kind, namespace, name, method, subresource } = call
  if (kind.computed) throw methodNotAllowed()
  const allowed =
    subresource === '' ? ['get', 'update', 'patch', 'delete'] : (kind.subresources[subresource] ?? [])
  const verb = { GET: 'get', PUT: 'update', PATCH: 'patch', DELETE: 'delete', POST: 'create' }[method] ?? ''
  if (!allowed.includes(verb)) throw methodNotAllowed()
  if (name === '') throw badRequest('name must be provided')
  if (namespace === '.' || namespace === '..') {
    throw failure(500, '', `invalid key: "/${kind.resource}/${namespace}/${name}"`)
  }
  checkName(name)
  if (subresource === 'log') return podLog(resources, call)
  if (subresource === 'token') {
    return createToken(resources, call, (username, uid, audiences) =>
      resources.authentication.add({ username, ...(uid === undefined ? {} : { uid }) }, undefined, audiences),
    )
  }
  if (verb === 'update') return update(resources, call)
  if (verb === 'patch') return patch(resources, call)
  if (verb === 'delete') return remove(resources, call)
  const found = resources.store.read(kind, namespace, name)
  if (found === undefined) throw notFound(kind, name)
  return { code: 200, body: `${representationOf(call).object(found)}\n` }
}

import { randomInt } from 'node:crypto'
import type { ResourceCall } from '../api/request.ts'
import { readBody } from '../api/body.ts'
import { type Kind, groupVersion } from '../kinds.ts'
import { type JsonObject, type KubeObject, type ObjectMeta, isJsonObject } from '../object.ts'
import { badRequest, quote } from '../status.ts'

const alphabet = 'bcdfghjklmnpqrstvwxz2456789'

/** Returns a random suffix of a generated name (apimachinery's rand.String). */
export function randomSuffix(length = 5): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
}

/** Reads the object in a request's body, which has to be of the kind and namespace in the path. */
export async function bodyObject(call: ResourceCall): Promise<KubeObject> {
  return namedObject(call.kind, call.namespace, await readBody(call, call.kind.kind))
}

/**
 * Converts a JSON object to an object of a kind and namespace; rejects a mismatch with the API server's
 * message.
 */
export function namedObject(kind: Kind, namespace: string, body: JsonObject): KubeObject {
  const given = typeof body['kind'] === 'string' ? body['kind'] : kind.kind
  const apiVersion = typeof body['apiVersion'] === 'string' ? body['apiVersion'] : groupVersion(kind)
  if (given !== kind.kind) {
    const [short = apiVersion] = [apiVersion.split('/').at(-1)]
    const internal = kind.group === '' ? 'core' : (kind.group.split('.')[0] ?? kind.group)
    throw badRequest(
      `${given} in version ${quote(apiVersion)} cannot be handled as a ${kind.kind}: converting (${short}.${given}) ` +
        `to (${internal}.${kind.kind}): unknown conversion`,
    )
  }
  if (apiVersion !== groupVersion(kind)) {
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${groupVersion(kind)})`,
    )
  }
  const metadata: ObjectMeta = { name: '', ...(isJsonObject(body['metadata']) ? body['metadata'] : {}) }
  if (kind.namespaced) {
    if (metadata.namespace !== undefined && metadata.namespace !== namespace) {
      throw badRequest(
        'the namespace of the provided object does not match the namespace sent on the request',
      )
    }
    metadata.namespace = namespace
  }
  return { ...body, apiVersion, kind: kind.kind, metadata }
}

/**
 * Returns the field manager of a request: its parameter, or the user agent up to the first slash
 * (handlers.managerOrUserAgent).
 */
export function managerOf({ query, headers }: ResourceCall): string {
  return query.get('fieldManager') ?? (headers['user-agent'] ?? '').split('/')[0] ?? ''
}

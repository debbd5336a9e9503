import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Authentication, User } from '../auth/authentication.ts'
import { type Attributes, type Policy, decide } from '../auth/rbac.ts'
import {
  Failure,
  failure,
  forbidden,
  internalError,
  methodNotAllowed,
  quote,
  unknownResource,
} from '../status.ts'
import type { Store } from '../store.ts'
import { writeAnswer } from './response.ts'
import { type Answer, type Call, type ResourceCall, text } from './request.ts'
import { discover, serves } from './discovery.ts'
import { type Resources, serveResource } from './resources.ts'
import { type Target, targetOf } from './request-info.ts'
import { kinds } from '../kinds.ts'
import { review, reviewResources } from './reviews.ts'

export interface ApiDependencies {
  store: Store
  authentication: Authentication
  policy: Policy
  resources: Resources
}

/**
 * Serves one request in the order of the API server's filter chain: authentication, request info,
 * authorization, route.
 */
export async function serve(
  dependencies: ApiDependencies,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = await answerTo(dependencies, request, response)
  if (answer !== undefined) await writeAnswer(request, response, answer)
}

async function answerTo(
  dependencies: ApiDependencies,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Answer | undefined> {
  const { method = 'GET', url = '/' } = request
  const [rawPath, search] = splitOnce(url, '?')
  try {
    const path = decodePath(rawPath)
    const query = new URLSearchParams(search)
    const user = dependencies.authentication.authenticate(request.headers)
    const target = targetOf(method, path, query)
    authorize(dependencies.policy, user, target)
    const call: Call = { method, headers: request.headers, query, user, target, request, response }
    return await route(dependencies, call)
  } catch (error) {
    if (error instanceof Failure) return refusal(error)
    if (response.headersSent) throw error
    const message = error instanceof Error ? error.message : String(error)
    return refusal(internalError(message))
  }
}

function refusal({ status }: Failure): Answer {
  const seconds = status.details?.retryAfterSeconds
  return {
    code: status.code,
    body: `${JSON.stringify(status)}\n`,
    headers: {
      ...(status.code === 403 ? { 'x-content-type-options': 'nosniff' } : {}),
      ...(seconds === undefined ? {} : { 'retry-after': String(seconds) }),
    },
  }
}

/**
 * Decodes a path once. Go's net/url accepts any decoded bytes, and net/http rejects what it cannot decode.
 */
function decodePath(path: string): string {
  if (/%(?![0-9A-Fa-f]{2})/.test(path)) throw badEncoding()
  try {
    return decodeURIComponent(path)
  } catch {
    return Buffer.from(
      path.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    ).toString()
  }
}

function badEncoding(): Failure {
  return failure(400, 'BadRequest', '400 Bad Request')
}

function splitOnce(textToSplit: string, separator: string): [string, string] {
  const position = textToSplit.indexOf(separator)
  if (position === -1) return [textToSplit, '']
  return [textToSplit.slice(0, position), textToSplit.slice(position + 1)]
}

function authorize(policy: Policy, user: User, target: Target): void {
  if (decide(policy, user, attributesOf(target)) !== undefined) return
  throw refuse(user, target)
}

function attributesOf(target: Target): Attributes {
  if (target.resource === undefined) return { verb: target.verb, path: target.path }
  const { verb, group, resource, subresource, namespace, name } = target
  return { verb, group, resource, subresource, namespace, name }
}

/** Returns the 403 of the authorization filter (responsewriters.ForbiddenStatusError). */
function refuse(user: User, target: Target): Failure {
  const who = `User ${sanitize(quote(user.username))} cannot ${target.verb}`
  if (target.resource === undefined) {
    return failure(403, 'Forbidden', `forbidden: ${who} path ${sanitize(quote(target.path))}`, {})
  }
  const { group, resource, subresource, namespace, name } = target
  const asked = sanitize(quote(subresource === '' ? resource : `${resource}/${subresource}`))
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${sanitize(quote(namespace))}`
  const why = `${who} resource ${asked} in API group ${sanitize(quote(group))} ${where}`
  return forbidden({ group, resource }, name, why)
}

function sanitize(message: string): string {
  return message.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

async function route(dependencies: ApiDependencies, call: Call): Promise<Answer | undefined> {
  const { target, method } = call
  if (target.resource === undefined) {
    const found = discover(target.path)
    if (found === undefined) return text('404 page not found\n', 404)
    if (method !== 'GET' && found.contentType === undefined) throw methodNotAllowed()
    return found
  }
  const { group, version, resource } = target
  if (!serves(group, version)) {
    if (serves(group)) throw unknownResource()
    return text('404 page not found\n', 404)
  }
  if (reviewResources.has(resource)) return review(dependencies, call)
  const kind = kinds.find(
    (row) => row.group === group && row.version === version && row.resource === resource,
  )
  if (kind === undefined) throw unknownResource()
  const { pathName, subresource } = target
  const namespace = target.nested ? target.namespace : ''
  const resourceCall: ResourceCall = { ...call, kind, namespace, name: pathName, subresource }
  return serveResource(dependencies.resources, resourceCall)
}

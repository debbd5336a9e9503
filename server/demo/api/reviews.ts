import { type Attributes, type Policy, decide, rulesFor } from '../auth/rbac.ts'
import { API_SERVER, type Authentication, type User } from '../auth/authentication.ts'
import { type JsonObject, isJsonObject, timestamp } from '../object.ts'
import { type Failure, badRequest, failure, methodNotAllowed, unknownResource } from '../status.ts'
import { readBody } from './body.ts'
import { type Answer, type Call, json } from './request.ts'

interface ReviewDependencies {
  policy: Policy
  authentication: Authentication
}

/**
 * The review resources of authorization.k8s.io and authentication.k8s.io: creating one returns its result.
 */
export const reviewResources: ReadonlySet<string> = new Set([
  'selfsubjectaccessreviews',
  'subjectaccessreviews',
  'localsubjectaccessreviews',
  'selfsubjectrulesreviews',
  'tokenreviews',
  'selfsubjectreviews',
])

/** Serves a review. */
export async function review({ policy, authentication }: ReviewDependencies, call: Call): Promise<Answer> {
  const { target, user } = call
  if (target.resource === undefined || target.pathName !== '') throw unknownResource()
  if (call.method !== 'POST') throw methodNotAllowed()
  const kind = kindNames[target.resource] ?? ''
  const asked: JsonObject = { kind, apiVersion: `${target.group}/v1`, ...(await readBody(call, kind)) }
  const spec = isJsonObject(asked['spec']) ? asked['spec'] : {}
  const answer = (status: JsonObject): Answer =>
    json({ ...asked, metadata: metadataOf(asked), spec, status }, 201)
  switch (target.resource) {
    case 'selfsubjectaccessreviews':
      return answer(accessStatus(policy, user, attributesOf(spec)))
    case 'subjectaccessreviews':
    case 'localsubjectaccessreviews':
      return answer(accessStatus(policy, reviewedUser(spec), attributesOf(spec)))
    case 'selfsubjectrulesreviews':
      if (textOf(spec, 'namespace') === '') throw badRequest('no namespace on request')
      return json(
        { ...asked, metadata: {}, spec: {}, status: rulesStatus(policy, user, textOf(spec, 'namespace')) },
        201,
      )
    case 'selfsubjectreviews': {
      const metadata = { creationTimestamp: timestamp(Date.now()) }
      return json({ ...asked, metadata, status: { userInfo: userInfo(user) } }, 201)
    }
    default:
      return answer(tokenStatus(authentication, spec))
  }
}

const kindNames: Readonly<Record<string, string>> = {
  selfsubjectaccessreviews: 'SelfSubjectAccessReview',
  subjectaccessreviews: 'SubjectAccessReview',
  localsubjectaccessreviews: 'LocalSubjectAccessReview',
  selfsubjectrulesreviews: 'SelfSubjectRulesReview',
  tokenreviews: 'TokenReview',
  selfsubjectreviews: 'SelfSubjectReview',
}

function metadataOf(asked: JsonObject): JsonObject {
  return isJsonObject(asked['metadata']) ? asked['metadata'] : {}
}

function textOf(object: unknown, field: string): string {
  const value = isJsonObject(object) ? object[field] : undefined
  return typeof value === 'string' ? value : ''
}

function attributesOf(spec: JsonObject): Attributes {
  if (!isJsonObject(spec['resourceAttributes']) && !isJsonObject(spec['nonResourceAttributes']))
    throw aboutNothing()
  const path = spec['nonResourceAttributes']
  if (isJsonObject(path)) return { verb: textOf(path, 'verb'), path: textOf(path, 'path') }
  const asked = spec['resourceAttributes']
  return {
    verb: textOf(asked, 'verb'),
    group: textOf(asked, 'group'),
    resource: textOf(asked, 'resource'),
    subresource: textOf(asked, 'subresource'),
    namespace: textOf(asked, 'namespace'),
    name: textOf(asked, 'name'),
  }
}

function aboutNothing(): Failure {
  const message =
    'Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified'
  const field = 'spec.resourceAttributes'
  return failure(422, 'Invalid', `.authorization.k8s.io "" is invalid: ${field}: ${message}`, {
    group: 'authorization.k8s.io',
    causes: [{ reason: 'FieldValueInvalid', message, field }],
  })
}

function accessStatus(policy: Policy, user: User, asked: Attributes): JsonObject {
  const reason = decide(policy, user, asked)
  if (reason === undefined) return { allowed: false }
  return { allowed: true, ...(reason === '' ? {} : { reason }) }
}

function reviewedUser(spec: JsonObject): User {
  const groups = Array.isArray(spec['groups']) ? spec['groups'].map(String) : []
  return { username: textOf(spec, 'user'), groups }
}

function rulesStatus(policy: Policy, user: User, namespace: string): JsonObject {
  const rules = rulesFor(policy, user, namespace)
  return {
    resourceRules: rules
      .filter(({ resources }) => (resources ?? []).length > 0)
      .map(({ verbs, apiGroups, resources, resourceNames }) => ({
        verbs,
        apiGroups,
        resources,
        resourceNames,
      })),
    nonResourceRules: rules
      .filter(({ nonResourceURLs }) => (nonResourceURLs ?? []).length > 0)
      .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
    incomplete: false,
  }
}

function userInfo({ username, uid, groups }: User): JsonObject {
  return { username, ...(uid === undefined ? {} : { uid }), groups }
}

/**
 * A token is valid for the audiences that both the token and the review name. A review without audiences
 * means the API server.
 */
function tokenStatus(authentication: Authentication, spec: JsonObject): JsonObject {
  const issued = authentication.find(textOf(spec, 'token'))
  if (issued === undefined) return { user: {}, error: 'invalid bearer token' }
  const named = Array.isArray(spec['audiences']) ? spec['audiences'].map(String) : []
  const wanted = named.length === 0 ? [API_SERVER] : named
  const audiences = issued.audiences.filter((one) => wanted.includes(one))
  if (audiences.length === 0) {
    const quoted = (list: readonly string[]): string => `[${list.map((one) => `"${one}"`).join(' ')}]`
    const error = `token audiences ${quoted(issued.audiences)} is invalid for the target audiences ${quoted(wanted)}`
    return { user: {}, error: `[invalid bearer token, ${error}]` }
  }
  return { authenticated: true, user: userInfo(issued.user), audiences }
}

/**
 * Writes the part of GitHub's OpenAPI document that the Git host of the tests plays, as JSON Schema 2020-12 without prose.
 * Run with the document of the package @octokit/openapi (MIT), which is too large to be a dependency:
 * `npm pack @octokit/openapi@23.0.2`, unpack it, and
 * `node e2e/support/git-host/slice-openapi.ts package/generated/api.github.com.json`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../../../server/core/json.ts'

const OPERATIONS = [
  'GET /user',
  'GET /user/repos',
  'GET /app',
  'POST /app/installations/{installation_id}/access_tokens',
  'GET /app/installations/{installation_id}',
  'GET /installation/repositories',
  'GET /user/installations',
  'GET /user/installations/{installation_id}/repositories',
  'DELETE /applications/{client_id}/token',
  'GET /repos/{owner}/{repo}',
  'GET /repos/{owner}/{repo}/branches',
  'GET /repos/{owner}/{repo}/commits/{ref}',
  'GET /repos/{owner}/{repo}/git/ref/{ref}',
  'GET /repos/{owner}/{repo}/git/commits/{commit_sha}',
  'GET /repos/{owner}/{repo}/git/trees/{tree_sha}',
  'GET /repos/{owner}/{repo}/git/blobs/{file_sha}',
  'POST /repos/{owner}/{repo}/git/trees',
  'POST /repos/{owner}/{repo}/git/commits',
  'POST /repos/{owner}/{repo}/git/refs',
  'PATCH /repos/{owner}/{repo}/git/refs/{ref}',
  'DELETE /repos/{owner}/{repo}/git/refs/{ref}',
  'GET /repos/{owner}/{repo}/pulls',
  'POST /repos/{owner}/{repo}/pulls',
  'GET /repos/{owner}/{repo}/pulls/{pull_number}',
  'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge',
]

const PROSE = new Set([
  'description',
  'summary',
  'example',
  'examples',
  'title',
  'externalDocs',
  'deprecated',
  'default',
  'format',
  'discriminator',
])

type Json = Readonly<Record<string, unknown>>

const [source = ''] = process.argv.slice(2)
const api = JSON.parse(readFileSync(source, 'utf8')) as Json
const definitions: Record<string, unknown> = {}

/** Returns what a reference within the document leads to. */
function follow(value: unknown): unknown {
  const reference = isObject(value) ? value['$ref'] : undefined
  if (typeof reference !== 'string') return value
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), api)
}

/** Returns a schema without prose; schemas that it refers to become definitions. */
function schemaOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(schemaOf)
  if (!isObject(value)) return value
  const reference = value['$ref']
  if (typeof reference === 'string') return { $ref: `#/$defs/${define(reference)}` }
  const { nullable, ...schema } = value
  const plain = Object.fromEntries(
    Object.entries(schema)
      .filter(([name, inner]) => !PROSE.has(name) || (name === 'title' && isObject(inner)))
      .map(([name, inner]) => [name, name === 'properties' ? propertiesOf(inner) : schemaOf(inner)]),
  )
  return nullable === true ? orNull(plain) : plain
}

/** Properties may be named like a keyword of prose. */
function propertiesOf(value: unknown): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, schemaOf(inner)]))
}

function orNull(schema: Record<string, unknown>): unknown {
  if (typeof schema['type'] !== 'string') return { anyOf: [schema, { type: 'null' }] }
  const values = schema['enum']
  return {
    ...schema,
    type: [schema['type'], 'null'],
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...(values as unknown[]), null] } : {}),
  }
}

function define(reference: string): string {
  const name = reference.split('/').at(-1) ?? ''
  if (!Object.hasOwn(definitions, name)) {
    definitions[name] = true
    definitions[name] = schemaOf(follow({ $ref: reference }))
  }
  return name
}

function contentSchema(value: unknown): unknown {
  const content = (follow(value) as Json | undefined)?.['content']
  const json = isObject(content) ? (content['application/json'] as Json | undefined) : undefined
  return json === undefined ? undefined : schemaOf(json['schema'])
}

function operationOf(key: string): Json {
  const [method = '', path = ''] = key.split(' ')
  const item = ((api['paths'] as Json)[path] ?? {}) as Json
  const operation = item[method.toLowerCase()] as Json | undefined
  if (operation === undefined) throw new Error(`the document has no ${key}`)
  const parameters = ((operation['parameters'] ?? []) as unknown[]).map((one) => follow(one) as Json)
  const body = contentSchema(operation['requestBody'])
  const required = (operation['requestBody'] as Json | undefined)?.['required'] === true
  const responses = Object.entries(operation['responses'] as Json)
  return {
    query: parameters.filter((one) => one['in'] === 'query').map((one) => one['name']),
    ...(body === undefined ? {} : { body, isBodyRequired: required }),
    responses: Object.fromEntries(responses.map(([status, one]) => [status, contentSchema(one) ?? true])),
  }
}

const operations = Object.fromEntries(OPERATIONS.map((key) => [key, operationOf(key)]))
const slice = { source: '@octokit/openapi 23.0.2, MIT, © GitHub', operations, $defs: definitions }
writeFileSync(join(import.meta.dirname, 'openapi-slice.json'), `${JSON.stringify(slice)}\n`)

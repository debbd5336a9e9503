import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { isObject } from '../../../server/core/json.ts'

interface Operation {
  readonly query: readonly string[]
  readonly body?: Readonly<Record<string, unknown>>
  readonly isBodyRequired?: boolean
  readonly responses: Readonly<Record<string, object | true>>
}

interface Slice {
  readonly operations: Readonly<Record<string, Operation>>
  readonly $defs: Readonly<Record<string, object>>
}

const slice = JSON.parse(readFileSync(join(import.meta.dirname, 'openapi-slice.json'), 'utf8')) as Slice
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
const compiled = new Map<object, ValidateFunction>()

function checkOf(schema: object): ValidateFunction {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const check = ajv.compile({ ...schema, $defs: slice.$defs })
  compiled.set(schema, check)
  return check
}

function operationOf(key: string): Operation {
  const operation = slice.operations[key]
  if (operation === undefined) throw new Error(`GitHub's document has no ${key}`)
  return operation
}

/** Returns the differences of a request from GitHub's document: unknown parameters, and a body of another shape. */
export function requestDifferences(key: string, query: URLSearchParams, body: unknown): string[] {
  const operation = operationOf(key)
  const unknown = [...query.keys()].filter((name) => !operation.query.includes(name))
  const found = unknown.map((name) => `${key}: unknown query parameter ${name}`)
  if (operation.body === undefined) return body === undefined ? found : [...found, `${key}: has a body`]
  if (body === undefined && operation.isBodyRequired !== true) return found
  const known = operation.body['properties']
  if (isObject(known) && isObject(body))
    found.push(
      ...Object.keys(body)
        .filter((name) => !Object.hasOwn(known, name))
        .map((name) => `${key}: unknown field ${name}`),
    )
  const check = checkOf(operation.body)
  if (!check(body)) found.push(`${key}: request ${ajv.errorsText(check.errors)}`)
  return found
}

/** Returns the differences of a response from GitHub's document. */
export function responseDifferences(key: string, status: number, body: unknown): string[] {
  const schema = operationOf(key).responses[String(status)]
  // Statuses of authentication and rate limits are the same everywhere, and not repeated for each operation.
  if (schema === undefined) return status >= 400 ? [] : [`${key}: unknown status ${status}`]
  if (schema === true) return []
  const check = checkOf(schema)
  return check(body) ? [] : [`${key} ${status}: response ${ajv.errorsText(check.errors)}`]
}

/** Returns a value with every field that the schema of the response requires: the rest is made up. */
export function completed(key: string, status: number, value: unknown): unknown {
  const schema = operationOf(key).responses[String(status)]
  return schema === undefined || schema === true ? value : complete(schema, value)
}

function complete(schema: object, value: unknown): unknown {
  const followed = follow(schema)
  if (Array.isArray(value)) {
    const items = Reflect.get(followed, 'items') as object | undefined
    return items === undefined ? value : value.map((one) => complete(items, one))
  }
  if (value !== undefined && !isObject(value)) return value
  const variant = variantOf(followed, value)
  if (variant !== undefined) return complete(variant, value)
  const properties = Reflect.get(followed, 'properties') as Readonly<Record<string, object>> | undefined
  if (value === undefined && properties === undefined) return sample(followed)
  const fields = value ?? {}
  const required = (Reflect.get(followed, 'required') ?? []) as string[]
  const names = new Set([...required, ...Object.keys(fields)])
  return Object.fromEntries(
    [...names].map((name) => {
      const inner = properties?.[name]
      return [name, inner === undefined ? (fields[name] ?? '') : complete(inner, fields[name])]
    }),
  )
}

/** Returns the variant of a union that fits: the first that is not null, unless there is no value. */
function variantOf(schema: object, value: unknown): object | undefined {
  const all = ['allOf', 'oneOf', 'anyOf'].flatMap((word) => (Reflect.get(schema, word) ?? []) as object[])
  if (all.length === 0) return undefined
  const nothing = all.find((one) => Reflect.get(one, 'type') === 'null')
  if (value === undefined && nothing !== undefined) return nothing
  return all.find((one) => one !== nothing)
}

function sample(schema: object): unknown {
  const values = Reflect.get(schema, 'enum') as unknown[] | undefined
  if (values !== undefined) return values[0]
  const type: unknown = Reflect.get(schema, 'type')
  if (Array.isArray(type)) return null
  switch (type) {
    case 'integer':
    case 'number':
      return Math.max(0, Number(Reflect.get(schema, 'minimum') ?? 0))
    case 'boolean':
      return false
    case 'array':
      return []
    case 'null':
      return null
    case 'object':
      return {}
    default:
      return 'text'
  }
}

function follow(schema: object): object {
  const reference: unknown = Reflect.get(schema, '$ref')
  if (typeof reference !== 'string') return schema
  const found = slice.$defs[reference.split('/').at(-1) ?? '']
  if (found === undefined) throw new Error(`unknown reference ${reference}`)
  return follow(found)
}

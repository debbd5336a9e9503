import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ObjectSchema } from '../../api/define-route.ts'
import { formats } from '../../api/formats.ts'
import { MalformedObjectError, readObject } from '../../cluster/malformed-object.ts'
import { isObject } from '../../core/json.ts'

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, ownProperties: true })
for (const [name, format] of Object.entries(formats))
  ajv.addFormat(name, { type: 'string', validate: (text: string) => format.errorFor(text) === undefined })

/**
 * Returns a projection whose results match their schema, as Go would decode the object: missing and null fields have their zero
 * value, and a field of another type is an error. No API server validates objects for this service: a proxy, an aggregated API or
 * a hostile server may send anything. Throws MalformedObjectError.
 */
export function checked<A extends readonly unknown[], V>(
  kind: string,
  schema: ObjectSchema,
  project: (...input: A) => V,
): (...input: A) => V {
  // Compiled on first use, since most processes use few of the schemas.
  let check: ReturnType<typeof shapeCheck> | undefined
  return (...input) => {
    const projected = readObject(kind, input, (all) => project(...all))
    check ??= shapeCheck(schema)
    if (check(projected) === undefined) return projected
    const filled = withZeroValues(schema, projected)
    const difference = check(filled)
    if (difference !== undefined) throw new MalformedObjectError(kind, difference)
    // The schema describes the type.
    return filled as V
  }
}

/** Returns a function that describes the first difference between a value and a schema; undefined if the value matches. */
function shapeCheck(schema: ObjectSchema): (value: unknown) => string | undefined {
  const check = ajv.compile(schema)
  return (value) => (check(value) ? undefined : ajv.errorsText(check.errors, { dataVar: '' }))
}

/** The zero values of Go, by JSON type. */
const ZERO: Readonly<Record<string, unknown>> = { string: '', integer: 0, number: 0, boolean: false }

/**
 * Returns a copy of a value in which required members, elements and values of maps that are missing or null have the zero value
 * of their type, as Go decodes them; optional members that are null are left out. Values of other types stay as they are.
 */
function withZeroValues(schema: unknown, value: unknown): unknown {
  if (!isObject(schema)) return value
  if (schema['type'] === 'array') {
    const list = value ?? []
    return Array.isArray(list) ? list.map((one) => withZeroValues(schema['items'], one)) : value
  }
  if (schema['type'] === 'object') {
    const object = value ?? {}
    return isObject(object) ? objectWithZeroValues(schema, object) : value
  }
  return value ?? ZERO[String(schema['type'])] ?? value
}

function objectWithZeroValues(
  { properties, required, additionalProperties }: Readonly<Record<string, unknown>>,
  object: Readonly<Record<string, unknown>>,
): object {
  const declared = isObject(properties) ? properties : {}
  const needed: readonly unknown[] = Array.isArray(required) ? required : []
  const filled: [string, unknown][] = []
  for (const name of new Set([...Object.keys(object), ...needed.map(String)])) {
    const member = Object.hasOwn(object, name) ? object[name] : undefined
    const isDeclared = Object.hasOwn(declared, name)
    const isOptional = isDeclared && !needed.includes(name)
    if (isOptional && (member === undefined || member === null)) continue
    filled.push([name, withZeroValues(isDeclared ? declared[name] : additionalProperties, member)])
  }
  return Object.fromEntries(filled)
}

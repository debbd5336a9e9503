import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { InvalidRequestError, type Issue } from '../core/errors.ts'
import { closestName } from '../core/formats/closest-name.ts'
import { sanitize } from '../core/formats/sanitize.ts'
import { isObject } from '../core/json.ts'
import { formats } from './formats.ts'
import type { ObjectSchema, Route } from './define-route.ts'

/** The parts of a request before validation. */
export interface RawRequest {
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  body: unknown
}

export interface CheckedRequest {
  params: unknown
  query: Readonly<Record<string, unknown>>
  body: unknown
}

export type RequestCheck = (raw: RawRequest) => CheckedRequest

/** A response does not match its route's schema: a bug of this service, found in tests and in development. */
export class ResponseMismatch extends Error {}

/**
 * Compiles each schema once, when it is first used: to compile all of them takes a second of every start. In queries integers and
 * booleans are coerced, and lists are split at commas.
 */
export class Validation {
  readonly #ajv: Ajv2020

  constructor() {
    this.#ajv = new Ajv2020({
      allErrors: true,
      verbose: true,
      strict: true,
      allowUnionTypes: true,
      ownProperties: true,
    })
    for (const [name, format] of Object.entries(formats))
      this.#ajv.addFormat(name, {
        type: 'string',
        validate: (text: string) => format.errorFor(text) === undefined,
      })
  }

  /** Returns the validator of a route's requests; throws InvalidRequest with every error at once. */
  request(route: Route<never>): RequestCheck {
    const params = this.#compiled(route.params)
    const query = this.#compiled(route.query)
    const body = route.body === undefined ? undefined : this.#compiled(route.body)
    return (raw) => {
      const given = parseQuery(raw.query, route.query)
      const sent = raw.body === undefined ? {} : raw.body
      if (given.misspelled.length > 0) throw misspelledError(given.misspelled)
      const issues = [
        ...collectIssues(params(), raw.params, 'path'),
        ...given.issues,
        ...collectIssues(query(), given.values, 'query', given.issues),
        ...(body === undefined ? [] : collectIssues(body(), sent, 'body')),
      ]
      if (issues.length > 0) throw new InvalidRequestError(issues)
      return { params: raw.params, query: given.values, body: sent }
    }
  }

  /** Returns a check of values that are no request: it returns the first mistake in a value, undefined if there is none. */
  value(schema: object): (value: unknown) => string | undefined {
    const check = this.#compiled(schema)
    return (value) => {
      const [issue] = collectIssues(check(), value, 'body')
      return issue && `${issue.name === 'body' ? 'it' : issue.name} ${issue.message}`
    }
  }

  /** Returns the validator of a route's responses; throws ResponseMismatch. */
  response(route: Route<never>): (answer: unknown) => void {
    if (route.response.kind !== 'json') return () => undefined
    const check = this.#compiled(route.response.schema)
    return (answer) => {
      if (check()(answer)) return
      throw new ResponseMismatch(`${route.method} ${route.path}: ${this.#ajv.errorsText(check().errors)}`)
    }
  }

  /** Returns a function that compiles the schema at its first call. */
  #compiled(schema: object): () => ValidateFunction {
    let check: ValidateFunction | undefined
    return () => (check ??= this.#ajv.compile(schema))
  }
}

/** A query before validation against its schema. */
interface ParsedQuery {
  readonly values: Record<string, unknown>
  readonly issues: readonly Issue[]
  /** Unknown parameters that resemble a known one. */
  readonly misspelled: readonly { readonly name: string; readonly meant: string }[]
}

/**
 * Returns the parameters in the schema, typed accordingly. Unknown parameters are ignored, unless they resemble a
 * known one; repeated ones and the `a[]` syntax are errors.
 */
function parseQuery(query: URLSearchParams, schema: ObjectSchema): ParsedQuery {
  const values: Record<string, unknown> = {}
  const issues: Issue[] = []
  const misspelled: { name: string; meant: string }[] = []
  for (const key of new Set(query.keys())) {
    const bracket = key.indexOf('[')
    const name = bracket < 0 ? key : key.slice(0, bracket)
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    if (property === undefined || typeof property === 'boolean') {
      const meant = closestName(name, Object.keys(schema.properties))
      if (meant !== undefined) misspelled.push({ name: sanitize(name, 64), meant })
      continue
    }
    const given = query.getAll(key)
    if (bracket >= 0)
      issues.push({ in: 'query', name, message: 'must be given as a plain value, without brackets' })
    else if (given.length > 1) issues.push({ in: 'query', name, message: 'must be given once' })
    else values[name] = typed(given[0] ?? '', property.type)
  }
  return { values, issues, misspelled }
}

/** Returns the error of misspelled parameters. Only they are named: what else is missing is often their value. */
function misspelledError(misspelled: ParsedQuery['misspelled']): InvalidRequestError {
  const sentences = misspelled.map(
    ({ name, meant }) => `unknown query parameter "${name}": did you mean "${meant}"?`,
  )
  const issues = misspelled.map(({ name, meant }) => ({
    in: 'query' as const,
    name,
    message: `is unknown: did you mean "${meant}"?`,
  }))
  return new InvalidRequestError(issues, sentences.join('; '))
}

function typed(text: string, type: unknown): unknown {
  if (type === 'integer' && /^\d{1,15}$/.test(text)) return Number(text)
  if (type === 'array') return text.split(',')
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

function collectIssues(
  check: ValidateFunction,
  value: unknown,
  where: Issue['in'],
  known: readonly Issue[] = [],
): Issue[] {
  if (check(value)) return []
  const issues = new Map<string, Issue>()
  for (const error of check.errors ?? []) {
    const issue = issueOf(error, where)
    // Several items of a list may have the same mistake.
    if (!known.some((one) => one.name === issue.name)) issues.set(`${issue.name} ${issue.message}`, issue)
  }
  return [...issues.values()]
}

function issueOf(error: ErrorObject, where: Issue['in']): Issue {
  const path = error.instancePath.slice(1).split('/')
  const at = (where === 'query' ? path.slice(0, 1) : path).join('.')
  const missing: unknown = error.params['missingProperty']
  const extra: unknown = error.params['additionalProperty']
  const needing: unknown = error.params['property']
  if (typeof missing === 'string')
    return {
      in: where,
      name: dotted(at, missing),
      message: typeof needing === 'string' ? `is required with ${needing}` : 'is required',
    }
  if (typeof extra === 'string')
    return { in: where, name: dotted(at, sanitize(extra, 64)), message: 'is not a field of this body' }
  return { in: where, name: at === '' ? where : at, message: messageOf(error) }
}

function messageOf(error: ErrorObject): string {
  if (error.keyword === 'format')
    return formats[String(error.params['format'])]?.errorFor(String(error.data)) ?? 'has the wrong form'
  if (error.keyword === 'enum') {
    const values = (error.params['allowedValues'] as readonly unknown[]).map(String).join(', ')
    return `must be one of: ${values}`
  }
  if (error.keyword === 'type') return typeMessage(String(error.params['type']))
  return error.message ?? 'has the wrong form'
}

function typeMessage(type: string): string {
  if (type === 'integer') return 'must be a whole number in decimal digits'
  if (type === 'boolean') return 'must be true or false'
  return `must be ${/^[ao]/.test(type) ? 'an' : 'a'} ${type.replaceAll(',', ' or ')}`
}

function dotted(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`
}

/** Returns the context of a request: of its query, or of its body where the route takes it there, too. */
export function contextNameOf<S>(
  { contextual, contextInBody }: Route<S>,
  { query, body }: Pick<CheckedRequest, 'query' | 'body'>,
): string | undefined {
  const inQuery = contextual ? query['context'] : undefined
  const inBody = contextInBody && isObject(body) ? body['context'] : undefined
  if (inQuery !== undefined && inBody !== undefined && inQuery !== inBody)
    throw new InvalidRequestError([
      { in: 'body', name: 'context', message: 'differs from the context of the query' },
    ])
  const named = inQuery ?? inBody
  return typeof named === 'string' ? named : undefined
}

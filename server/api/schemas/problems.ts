import type { JSONSchema } from 'json-schema-to-ts'

const text = { type: 'string' } as const

/** A right that an identity lacks. */
export const missingRight = {
  title: 'MissingRight',
  type: 'object',
  additionalProperties: false,
  required: ['verb', 'apiGroup', 'resource'],
  properties: {
    verb: text,
    apiGroup: text,
    resource: { ...text, description: 'With its subresource: `pods/log`' },
    namespace: text,
    enabledBy: { ...text, description: 'Value of the chart that grants the right' },
  },
} as const

const issue = {
  title: 'Issue',
  type: 'object',
  additionalProperties: false,
  required: ['in', 'name', 'message'],
  properties: {
    in: { enum: ['path', 'query', 'body', 'header'] },
    name: text,
    message: text,
  },
} as const

/** An error of the API, by its code. */
interface ProblemDeclaration {
  readonly status: number
  readonly description: string
  /** Required fields besides `error` and `code`. */
  readonly fields?: Readonly<Record<string, JSONSchema>>
  /** Schema of further fields; absent: there are none. */
  readonly furtherFields?: JSONSchema
  /** Header of the response with its description. */
  readonly header?: readonly [name: string, description: string]
}

const RETRY_AFTER = ['Retry-After', 'Seconds until the request may succeed'] as const

/** Every error of the API. A code has one status and one schema, and a status has one code. */
export const problems = {
  BAD_REQUEST: {
    status: 400,
    description:
      'A parameter is missing, malformed, or probably misspelled; `issues` names each. Or the request is not valid HTTP',
    fields: { issues: { type: 'array', items: issue, description: 'One entry per invalid parameter' } },
  },
  UNAUTHORIZED: {
    status: 401,
    description: 'Authentication required, here or at the repository host',
    furtherFields: { ...text, description: '`connectUrl`: the path to connect an account of the host at' },
    header: ['WWW-Authenticate', 'The accepted scheme'],
  },
  FORBIDDEN: {
    status: 403,
    description:
      'The cluster denies the operation; `missing` names the right and the chart value that grants it. Or a policy of the service, or the repository host, forbids the request',
    fields: {
      statusCode: { type: 'integer', const: 403 },
      missing: { type: 'array', items: missingRight, description: 'The rights that are missing' },
      hint: { ...text, description: 'Suggested change' },
    },
  },
  NOT_FOUND: {
    status: 404,
    description: 'The named object does not exist',
    furtherFields: {
      ...text,
      description: 'The object by its kind, and its namespace: `{"deployment": "web", "namespace": "shop"}`',
    },
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    description: 'The path supports other methods',
    header: ['Allow', 'The methods of the path'],
  },
  NOT_ACCEPTABLE: { status: 406, description: 'The response has none of the media types in `Accept`' },
  REQUEST_TIMEOUT: { status: 408, description: 'The request did not arrive in time' },
  CONFLICT: {
    status: 409,
    description: "The object's state does not allow the change",
    furtherFields: { ...text, description: '`reason`: the words of the repository host' },
  },
  EXPIRED: { status: 410, description: 'The `continue` token has expired: start again without it' },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    description: 'The body, or the whole that it adds to, is larger than the limit',
  },
  URI_TOO_LONG: { status: 414, description: 'Path and query are longer than the limit' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, description: 'The body is sent in another type or encoding' },
  EXPECTATION_FAILED: { status: 417, description: '`Expect` is something other than `100-continue`' },
  MISDIRECTED_REQUEST: { status: 421, description: 'The Host header is not allowed' },
  RATE_LIMITED: { status: 429, description: 'Rate limit exceeded', header: RETRY_AFTER },
  HEADERS_TOO_LARGE: { status: 431, description: 'The header fields are larger than the limit' },
  INTERNAL_ERROR: {
    status: 500,
    description: 'The request to the cluster, or to the repository host, failed; `details` says why',
    fields: { details: { ...text, description: 'The underlying cause' } },
  },
  NOT_CONFIGURED: {
    status: 501,
    description: 'The feature is not configured',
    fields: { hint: { ...text, description: 'The setting that enables it' } },
  },
  UNAVAILABLE: {
    status: 503,
    description: 'The service is shutting down, too busy, or cannot record a change',
    header: RETRY_AFTER,
  },
} as const satisfies Record<string, ProblemDeclaration>

/** Code of an error of the API. */
export type ProblemCode = keyof typeof problems

/** Every code, by ascending status. */
export const problemCodes = Object.keys(problems) as readonly ProblemCode[]

/** Returns the declaration of an error, whichever optional parts it has. */
export function problem(code: ProblemCode): ProblemDeclaration {
  return problems[code]
}

/** Returns the JSON Schema of an error's body, titled by its code: `NotFoundProblem`. */
export function problemSchema(code: ProblemCode): Readonly<Record<string, unknown>> {
  const { description, fields = {}, furtherFields = false } = problem(code)
  return {
    title: `${pascalCase(code)}Problem`,
    description,
    type: 'object',
    additionalProperties: furtherFields,
    required: ['error', 'code', ...Object.keys(fields)],
    properties: {
      error: { ...text, description: 'The error in one sentence' },
      code: { type: 'string', const: code },
      ...fields,
    },
  }
}

/** Returns a code as generated clients write names of types: `NotFound`. */
export function pascalCase(code: ProblemCode): string {
  return code.replaceAll(/([A-Z])([A-Z]*)_?/g, (_, first: string, rest: string) => first + rest.toLowerCase())
}

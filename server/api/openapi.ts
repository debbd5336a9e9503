import { Components } from './components.ts'
import { externalOperation, type ExternalRoute } from './external-routes.ts'
import type { Example, ObjectSchema, Route } from './define-route.ts'
import type { DeclaredEvent } from './responses.ts'
import { problem, type ProblemCode } from './schemas/problems.ts'

/** Errors of any request, from the checks before a route. */
const ANY_REQUEST: readonly ProblemCode[] = [
  'BAD_REQUEST',
  'REQUEST_TIMEOUT',
  'URI_TOO_LONG',
  'EXPECTATION_FAILED',
  'MISDIRECTED_REQUEST',
  'RATE_LIMITED',
  'HEADERS_TOO_LARGE',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
]
const ANY_BODY: readonly ProblemCode[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']

const DESCRIPTION = `Lists and inspects what runs in a Kubernetes cluster, restarts workloads, streams logs.

- Errors are a \`Problem\`: \`code\` names the kind of error, and each code has one status and one schema.
- A path that is not listed is 404 (\`NOT_FOUND\`), another method of a listed path is 405 (\`METHOD_NOT_ALLOWED\`) with \`Allow\`. HEAD is answered like GET, without a body.
- Unknown query parameters are ignored, unless they are probably a misspelling of a known one (\`namespac\`): at most two edits away, one if the known name has up to five letters; letter case does not count. Such a request is 400.`

/** Generates an OpenAPI 3.1 description from the declarations that also validate requests and responses. */
export function openApi(
  routes: readonly Route<never>[],
  version: string,
  externalRoutes: readonly ExternalRoute[] = [],
): object {
  const components = new Components()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = (paths[route.path] ??= {})
    path[route.method.toLowerCase()] = operation(route, components)
  }
  for (const route of externalRoutes) {
    const path = (paths[route.path] ??= {})
    const codes = [...ANY_REQUEST, ...(route.method === 'POST' ? ANY_BODY : []), ...route.problems]
    path[route.method.toLowerCase()] = externalOperation(
      route,
      components,
      problemResponses(codes, components),
    )
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cluster Inspector',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The service that serves this document' }],
    // Without credentials only callers of the same host are authenticated.
    security: [{}, { token: [] }, { session: [] }, { proxy: [] }],
    paths,
    components: {
      ...components.toObject(),
      securitySchemes: { token: tokenScheme, session: sessionScheme, proxy: proxyScheme },
    },
  }
}

const tokenScheme = {
  type: 'http',
  scheme: 'bearer',
  description:
    'A token that the cluster issued for this service: `kubectl create token NAME --audience cluster-inspector`',
}

const proxyScheme = {
  type: 'mutualTLS',
  description:
    'The client certificate of a trusted proxy, which names the user in `X-Remote-User` and `X-Remote-Group`',
} as const

const sessionScheme = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-cluster-inspector.session',
  description:
    'If sign-in is enabled: the session of a browser, created at `/docs/sign-in`. Changes must carry an `Origin` header',
}

function operation(route: Route<never>, components: Components): object {
  const rights = route.access.map((right) => `\`${right}\``).join(', ')
  return {
    operationId: route.operationId,
    tags: [route.path.split('/')[2] ?? 'api'],
    summary: route.summary,
    description: [route.description, eventTable(route), rights === '' ? '' : `Rights used: ${rights}.`]
      .filter((part) => part !== '')
      .join('\n\n'),
    parameters: [
      ...parameters(route.params, 'path', components),
      ...parameters(route.query, 'query', components),
      ...(isRead(route) ? [MINIMUM] : []),
      ...(route.response.kind === 'events' ? [LAST_EVENT_ID] : []),
    ],
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            // A request without a body is one whose body has no fields.
            required: (route.body.required ?? []).length > 0,
            content: { 'application/json': { schema: components.publish(route.body) } },
          },
        }),
    responses: { ...successes(route, components), ...problemResponses(problemsOf(route), components) },
  }
}

/** Returns the events of a stream as a Markdown table. */
function eventTable({ response }: Route<never>): string {
  if (response.kind !== 'events') return ''
  const lines = response.events.map(
    ({ event, when, id, example }) =>
      `| \`${event}\` | ${id ? 'yes' : 'no'} | ${when} | \`${JSON.stringify(example)}\` |`,
  )
  return ['| `event:` | `id:` | when | `data:` |', '|---|---|---|---|', ...lines].join('\n')
}

const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'The `id` of the last event received: later changes follow, or a `resync`',
  schema: { type: 'string', maxLength: 12_288 },
}

/** Whether a route reads JSON, which may come from a cache. */
function isRead(route: Route<never>): boolean {
  return route.method === 'GET' && route.response.kind === 'json'
}

const MINIMUM = {
  name: 'X-Resource-Version',
  in: 'header',
  required: false,
  description:
    'The value returned by a write: the response shows this version of the resource or a newer one',
  schema: {
    type: 'string',
    pattern: '^[a-z][a-z0-9]{0,62}:(?:0|[1-9][0-9]{0,127}|[0-9]*[-A-Za-z_.~+/=][-0-9A-Za-z_.~+/=]*)$',
    maxLength: 1088,
  },
}

const ETAG = {
  ETag: { description: 'Version of the response, for `If-None-Match`', schema: { type: 'string' } },
}

const READ = {
  ...ETAG,
  'X-Cache': {
    description: 'Source of the response; `Cache-Control: no-cache` forces `bypass`',
    schema: { enum: ['hit', 'miss', 'bypass', 'stale'] },
  },
  'X-Cache-Age-Ms': {
    description: 'Time since the cache was last known to be up to date',
    schema: { type: 'integer', minimum: 0 },
  },
}

const NOT_MODIFIED = { description: 'The response is the one of `If-None-Match`', headers: ETAG }

const WRITTEN = {
  'X-Resource-Version': {
    description: 'The version that was written, such as `deployments:123`',
    schema: { type: 'string' },
  },
}

function parameters(schema: ObjectSchema, where: 'path' | 'query', components: Components): object[] {
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description, examples, ...rest } = typeof property === 'object' ? property : {}
    const required = schema.required?.includes(name) ?? false
    return {
      name,
      in: where,
      required,
      ...(description === undefined ? {} : { description }),
      // Filled in when the page tries a route; optional parameters have to stay empty there.
      ...(required && Array.isArray(examples) ? { example: examples[0] } : {}),
      // Lists are separated by commas.
      ...(rest.type === 'array' ? { style: 'form', explode: false } : {}),
      schema: components.publish(rest),
    }
  })
}

/** Returns the successful responses of a route, by status. */
function successes(route: Route<never>, components: Components): object {
  const { response, summary } = route
  switch (response.kind) {
    case 'text':
      return {
        200: {
          description: 'The text, as it arrives',
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
      }
    case 'events':
      return { 200: eventStream(response.events, components) }
    case 'redirect':
      return { 303: { description: summary, headers: { Location: { schema: { type: 'string' } } } } }
    case 'negotiated':
      return {
        200: {
          description: summary,
          content: Object.fromEntries(
            response.types.map(({ type, schema }) => [type, { schema: components.publish(schema) }]),
          ),
        },
      }
    case 'json': {
      const success = {
        description: summary,
        ...(isRead(route) ? { headers: READ } : route.action === 'write' ? { headers: WRITTEN } : {}),
        content: {
          'application/json': {
            schema: components.publish(response.schema),
            ...exampleOf(response.example),
          },
        },
      }
      return {
        ...Object.fromEntries(response.statuses.map((status) => [status, success])),
        ...(isRead(route) ? { 304: NOT_MODIFIED } : {}),
      }
    }
  }
}

function exampleOf(example: Example | undefined): { example?: object } {
  if (example === undefined) return {}
  // An object with a call signature is a function that makes the example.
  return { example: typeof example === 'function' ? (example as () => object)() : example }
}

function eventStream(events: readonly DeclaredEvent[], components: Components): object {
  const examples = events.map(({ event, id, example }) => [
    event,
    {
      value: `event: ${event}\n${id ? 'id: 1.kx3Zq0aVb9eT.1f4a.1f52\n' : ''}data: ${JSON.stringify(example)}\n\n`,
    },
  ])
  const schema = {
    type: 'string',
    contentMediaType: 'text/event-stream',
    contentSchema: components.publish(eventUnion(events, components)),
    description: 'Server-sent events; `contentSchema` is the schema of each, its `data` parsed',
  }
  return {
    description: 'Events, until the client disconnects',
    content: { 'text/event-stream': { schema, examples: Object.fromEntries(examples) } },
  }
}

/** Returns the schema of the events of a stream, discriminated by the name of the event. */
function eventUnion(events: readonly DeclaredEvent[], components: Components): object {
  const references = events.map(({ event, when, id, data }) => [
    event,
    components.publish({
      title: `${data.title}Event`,
      description: when,
      type: 'object',
      required: ['event', ...(id ? ['id'] : []), 'data'],
      properties: {
        event: { type: 'string', const: event },
        ...(id ? { id: { type: 'string', description: 'Position, for `Last-Event-ID`' } } : {}),
        data,
      },
    }),
  ]) as [string, { $ref: string }][]
  return {
    title: 'StreamEvent',
    oneOf: references.map(([, reference]) => reference),
    discriminator: {
      propertyName: 'event',
      mapping: Object.fromEntries(references.map(([event, { $ref }]) => [event, $ref])),
    },
  }
}

/** Returns the errors that a route may give, by its declaration. */
function problemsOf(route: Route<never>): readonly ProblemCode[] {
  return [
    ...ANY_REQUEST,
    'UNAUTHORIZED',
    'FORBIDDEN',
    ...(route.path.includes('{') ? (['NOT_FOUND'] as const) : []),
    ...(route.response.kind === 'negotiated' ? (['NOT_ACCEPTABLE'] as const) : []),
    ...(route.action === 'write' ? (['CONFLICT'] as const) : []),
    ...('continue' in route.query.properties ? (['EXPIRED'] as const) : []),
    ...(route.method === 'GET' ? [] : ANY_BODY),
    ...route.problems,
  ]
}

/** Returns the responses of errors, by status. */
function problemResponses(codes: readonly ProblemCode[], components: Components): object {
  return Object.fromEntries(codes.map((code) => [problem(code).status, components.problemResponse(code)]))
}

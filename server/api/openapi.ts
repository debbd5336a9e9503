import { operationId, externalOperation, type ExternalRoute } from './external-routes.ts'
import type { ObjectSchema, Route } from './define-route.ts'
import type { DeclaredEvent } from './responses.ts'

/** Error responses that any route may give, by status. */
const ERRORS: Readonly<Record<string, string>> = {
  400: 'A parameter is missing or malformed; `issues` names each',
  401: 'Authentication required',
  403: 'The cluster denies the operation; `missing` names the right and the chart value that grants it. Or a cross-origin request asks for a change',
  404: 'The named object does not exist',
  405: 'The path supports other methods; see `Allow`',
  409: "The object's state does not allow the change",
  410: 'The `continue` token has expired',
  421: 'The Host header is not allowed',
  429: 'Rate limit exceeded; see `Retry-After`',
  500: 'The request to the cluster failed; `details` says why',
  503: 'The service is shutting down, or too busy to begin in time; see `Retry-After`',
}

/** Generates an OpenAPI 3.1 description from the declarations that also validate requests and responses. */
export function openApi(
  routes: readonly Route<never>[],
  version: string,
  passages: readonly ExternalRoute[] = [],
): object {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = (paths[route.path] ??= {})
    path[route.method.toLowerCase()] = operation(route)
  }
  for (const passage of passages) {
    const path = (paths[passage.path] ??= {})
    path[passage.method.toLowerCase()] = externalOperation(passage, ERRORS)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cluster Inspector',
      version,
      description: 'Lists and inspects what runs in a Kubernetes cluster, restarts workloads, streams logs.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    // Without credentials only callers of the same host are authenticated.
    security: [{}, { token: [] }, { session: [] }, { proxy: [] }],
    paths,
    components: {
      schemas: { Error: errorSchema },
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

const errorSchema = {
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: { type: 'string', description: 'What is wrong, in one sentence' },
    code: { type: 'string', examples: ['BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'INTERNAL_ERROR'] },
    statusCode: { const: 403, description: 'With FORBIDDEN' },
    hint: { type: 'string', description: 'With FORBIDDEN: what to set' },
    missing: {
      type: 'array',
      description: 'With FORBIDDEN: the rights that are missing',
      items: {
        type: 'object',
        required: ['verb', 'apiGroup', 'resource'],
        properties: {
          verb: { type: 'string' },
          apiGroup: { type: 'string' },
          resource: { type: 'string' },
          namespace: { type: 'string' },
          enabledBy: { type: 'string' },
        },
      },
    },
    issues: {
      type: 'array',
      description: 'With BAD_REQUEST: one entry per invalid parameter',
      items: {
        type: 'object',
        required: ['in', 'name', 'message'],
        properties: {
          in: { enum: ['path', 'query', 'body', 'header'] },
          name: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
    details: { type: 'string', description: 'With INTERNAL_ERROR: the underlying cause' },
  },
} as const

function operation(route: Route<never>): object {
  const rights = route.access.map((right) => `\`${right}\``).join(', ')
  return {
    operationId: route.operationId ?? operationId(route.method, route.path),
    tags: [route.path.split('/')[2] ?? 'api'],
    summary: route.summary,
    description: [route.description, eventTable(route), `Rights used: ${rights}.`]
      .filter((part) => part !== '')
      .join('\n\n'),
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...(isRead(route) ? [MINIMUM] : []),
      ...(route.response.kind === 'events' ? [LAST_EVENT_ID] : []),
    ],
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: route.body } } } }),
    responses: { ...successes(route), ...failures(route) },
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
  schema: { type: 'string', pattern: '^[a-z][a-z0-9]*:[\\w.~+/=-]+$' },
}

const WHERE_FROM = {
  'X-Cache': {
    description: 'Source of the response; `Cache-Control: no-cache` forces `bypass`',
    schema: { enum: ['hit', 'miss', 'bypass', 'stale'] },
  },
  'X-Cache-Age-Ms': {
    description: 'Time since the cache was last known to be up to date',
    schema: { type: 'integer', minimum: 0 },
  },
}

const WRITTEN = {
  'X-Resource-Version': {
    description: 'The version that was written, such as `deployments:123`',
    schema: { type: 'string' },
  },
}

function parameters(schema: ObjectSchema, where: 'path' | 'query'): object[] {
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description, examples } = typeof property === 'object' ? property : {}
    const required = schema.required?.includes(name) ?? false
    return {
      name,
      in: where,
      required,
      ...(description === undefined ? {} : { description }),
      // Filled in when the page tries a route; optional parameters have to stay empty there.
      ...(required && Array.isArray(examples) ? { example: examples[0] } : {}),
      schema: property,
    }
  })
}

/** Returns the successful responses of a route, by status. */
function successes(route: Route<never>): object {
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
      return { 200: eventStream(response.events) }
    case 'redirect':
      return { 303: { description: summary, headers: { Location: { schema: { type: 'string' } } } } }
    case 'negotiated':
      return {
        200: {
          description: summary,
          content: Object.fromEntries(response.types.map(({ type, schema }) => [type, { schema }])),
        },
      }
    case 'json': {
      const success = {
        description: summary,
        headers: isRead(route) ? WHERE_FROM : WRITTEN,
        content: {
          'application/json': {
            schema: response.schema,
            ...(response.example === undefined ? {} : { example: response.example }),
          },
        },
      }
      return Object.fromEntries(response.statuses.map((status) => [status, success]))
    }
  }
}

function eventStream(events: readonly DeclaredEvent[]): object {
  const schemas = Object.fromEntries(events.map(({ event, data }) => [event, data]))
  const examples = events.map(({ event, id, example }) => [
    event,
    {
      value: `event: ${event}\n${id ? 'id: 1.kx3Zq0aVb9eT.1f4a.1f52\n' : ''}data: ${JSON.stringify(example)}\n\n`,
    },
  ])
  const schema = {
    type: 'string',
    contentMediaType: 'text/event-stream',
    description: 'Server-sent events; `x-events` contains the schema of the `data` of each',
    'x-events': schemas,
  }
  return {
    description: 'Events, until the client disconnects',
    content: { 'text/event-stream': { schema, examples: Object.fromEntries(examples) } },
  }
}

function failures(route: Route<never>): object {
  const irrelevant = new Set(route.method === 'GET' ? ['405', '409'] : ['405', '410'])
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    Object.entries(ERRORS)
      .filter(([status]) => !irrelevant.has(status))
      .map(([status, description]) => [status, { description, content }]),
  )
}

/** A route that a library serves; described in OpenAPI, but with conventions of its own. */
export interface ExternalRoute {
  readonly method: 'GET' | 'POST'
  readonly path: `/api/${string}`
  readonly summary: string
  readonly description: string
  /** Path parameters by name. */
  readonly params: Readonly<Record<string, { type: 'string'; description: string }>>
}

/**
 * Returns the OpenAPI operation of a library's route. Its responses are the library's own; requests rejected
 * before it get the usual errors.
 */
export function externalOperation(
  { method, path, summary, description, params }: ExternalRoute,
  errors: Readonly<Record<string, string>>,
): object {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return {
    operationId: operationId(method, path),
    tags: [path.split('/')[2] ?? 'api'],
    summary,
    description,
    parameters: Object.entries(params).map(([name, { description, ...schema }]) => ({
      name,
      in: 'path',
      required: true,
      description,
      schema,
    })),
    security: [{}],
    ...(method === 'GET'
      ? {}
      : {
          requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: FORM } } },
        }),
    responses: {
      200: { description: summary, content: { 'application/json': { schema: {} } } },
      302: { description: 'Redirect; errors redirect to `/docs/sign-in`' },
      ...Object.fromEntries(
        ['400', '421', '429', '503'].map((status) => [status, { description: errors[status], content }]),
      ),
      501: { description: 'Sign-in is not configured', content },
    },
  }
}

const FORM = {
  type: 'object',
  required: ['csrfToken'],
  properties: { csrfToken: { type: 'string' }, callbackUrl: { type: 'string' } },
}

/** Returns the unique operationId of an operation. */
export function operationId(method: string, path: string): string {
  return `${method.toLowerCase()}${path.replaceAll(/[/{}]+(\w)?/g, (_, letter?: string) => (letter ?? '').toUpperCase())}`
}

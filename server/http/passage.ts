/** A route that is handed to a library as it is: it is described like the others and shares none of their rules of form. */
export interface Passage {
  readonly method: 'GET' | 'POST'
  readonly path: `/api/${string}`
  readonly summary: string
  readonly description: string
  /** The parameters of the path, by name. */
  readonly params: Readonly<Record<string, { type: 'string'; description: string }>>
}

/** A route of a library: what it answers is the library's, what is refused before it is reached is like everywhere. */
export function passed(
  { method, path, summary, description, params }: Passage,
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
      302: { description: 'Leads on; errors lead to `/docs/sign-in`' },
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

/** A name of its own for each operation. */
export function operationId(method: string, path: string): string {
  return `${method.toLowerCase()}${path.replaceAll(/[/{}]+(\w)?/g, (_, letter?: string) => (letter ?? '').toUpperCase())}`
}

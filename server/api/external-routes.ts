import type { Components } from './components.ts'
import type { ProblemCode } from './schemas/problems.ts'

/** A route that a library serves; described in OpenAPI, but with conventions of its own. */
export interface ExternalRoute {
  readonly method: 'GET' | 'POST'
  readonly path: `/api/${string}`
  readonly operationId: string
  readonly summary: string
  readonly description: string
  /** Path parameters by name. */
  readonly params: Readonly<Record<string, { type: 'string'; enum: readonly string[]; description: string }>>
  /** Errors besides those of every request. */
  readonly problems: readonly ProblemCode[]
}

/**
 * Returns the OpenAPI operation of a library's route. Its responses are the library's own; requests rejected
 * before it get the usual errors.
 */
export function externalOperation(
  { method, path, operationId, summary, description, params }: ExternalRoute,
  components: Components,
  problemResponses: object,
): object {
  return {
    operationId,
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
          requestBody: {
            required: true,
            content: { 'application/x-www-form-urlencoded': { schema: components.publish(FORM) } },
          },
        }),
    responses: {
      200: { description: summary, content: { 'application/json': { schema: {} } } },
      302: {
        description: 'Redirect; errors redirect to `/docs/sign-in`',
        headers: { Location: { schema: { type: 'string' } } },
      },
      ...problemResponses,
    },
  }
}

const FORM = {
  title: 'SignInForm',
  type: 'object',
  required: ['csrfToken'],
  properties: { csrfToken: { type: 'string' }, callbackUrl: { type: 'string' } },
}

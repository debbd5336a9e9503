import type { IncomingMessage } from 'node:http'
import type { RequestContext } from '../middleware/request-context.ts'

/**
 * One check of every request, before the response cache and Express: a plain function that throws an error of the
 * API to reject the request, and adds response headers to the context.
 */
export interface RequestCheck {
  readonly name: string
  run(request: IncomingMessage, context: RequestContext): void
}

/** Runs the checks in order; the first error is kept in the context. Returns whether all passed. */
export function runChecks(
  checks: readonly RequestCheck[],
  request: IncomingMessage,
  context: RequestContext,
): boolean {
  try {
    for (const check of checks) check.run(request, context)
    return true
  } catch (error) {
    context.rejection = error
    return false
  }
}

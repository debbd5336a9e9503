import type { Problem } from '../features/notifications/alerts/problem.ts'

/** Returns a problem with these fields; the others are those of Deployment `web` in namespace `shop`, whose Pod crashes. */
export function problemFor(fields: Partial<Problem> = {}): Problem {
  return {
    context: 'home',
    rule: 'crash-loop',
    severity: 'critical',
    kind: 'Deployment',
    name: 'web',
    namespace: 'shop',
    title: 'x',
    message: 'x',
    affected: 1,
    since: 0,
    ...fields,
  }
}
